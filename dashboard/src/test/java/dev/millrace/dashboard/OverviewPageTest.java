package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.millrace.client.Elements;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first page: what all queues hold, and what needs a person. */
class OverviewPageTest {
  private static TestBrowser browser;

  @TempDir private Path folder;

  private TestNode node;
  private TestPage page;

  @BeforeAll
  static void startBrowser() {
    browser = TestBrowser.start();
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void start() {
    node = new TestNode(folder);
    page = new TestPage(browser);
  }

  @AfterEach
  void stop() {
    page.close();
    node.close();
  }

  @Test
  void totalsAreThoseOfAllQueues() {
    node.enqueue(Elements.queue("mail"), 1200);
    node.enqueue(Elements.queue("tenant", "news"), 34);
    var _ = node.client().lease(Elements.queue("mail"), 7);

    page.open(node.page(""));

    total("queues", "2");
    total("tasks", "1,234");
    total("available", "1,227");
    total("leased", "7");
    total("delayed", "0");
    page.hasNothingWrong();
  }

  private void total(String name, String value) {
    assertThat(page.find("[data-total=" + name + "]")).hasText(value);
  }

  @Test
  void totalsFollowWhatHappens() {
    node.enqueue(Elements.queue("mail"), 1);
    page.open(node.page(""));
    total("tasks", "1");

    node.enqueue(Elements.queue("mail"), 2);

    total("tasks", "3");
  }

  @Test
  void queueThatGrowsWhileNobodyLeasesIsToldInWords() {
    node.enqueue(Elements.queue("orphan"), 5000);

    page.open(node.page(""));

    assertThat(page.find("#alerts"))
        .containsText(Pattern.compile("Queue orphan grows by [0-9.]+k?/s, nobody leases\\."));
  }

  @Test
  void longestQueueComesFirstAndLeadsToItsPage() {
    node.enqueue(Elements.queue("short"), 1);
    node.enqueue(Elements.queue("long"), 9);

    page.open(node.page(""));

    var table =
        page.page()
            .getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Longest queues"));
    assertThat(table.locator("tbody tr").first()).containsText("long");
    assertThat(table.locator("tbody a").first()).hasAttribute("href", "#/queue//long");
  }

  @Test
  void partsThatAreStillToComeSaySo() {
    for (String part : new String[] {"cluster", "workers", "spread"}) {
      page.open(node.page("#/" + part));
      assertThat(page.find("main p")).not().isEmpty();
    }
  }
}
