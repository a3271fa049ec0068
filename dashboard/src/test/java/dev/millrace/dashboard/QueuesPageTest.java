package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.client.Elements;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The list of queues: search, order, keyboard, small screens, dark and light. */
class QueuesPageTest {
  private static TestBrowser browser;
  private static TestNode node;

  private TestPage page;

  /**
   * a has 3 tasks, 2 of them leased; b has 5, the oldest of all; c has 2, delayed; d has 4 of which
   * one is done, and nothing leased.
   */
  @BeforeAll
  static void start(@TempDir Path folder) {
    browser = TestBrowser.start();
    node = new TestNode(folder);
    node.enqueue(Elements.queue("b"), 5);
    node.enqueue(Elements.queue("a"), 3);
    var _ = lease("a", 2);
    for (int i = 0; i < 2; i++) {
      var _ =
          node.client()
              .update(
                  Elements.enqueue(
                      Enqueue.newBuilder()
                          .setQueue(Elements.queue("c"))
                          .setData(ByteString.copyFromUtf8("later"))
                          .setDelay(Duration.newBuilder().setSeconds(3600))
                          .build()));
    }
    node.enqueue(Elements.queue("d"), 4);
    lease("d", 1).forEach(node.client()::complete);
  }

  /** For longer than any test takes. */
  private static List<Task> lease(String queue, int tasks) {
    return node.client()
        .lease(
            LeaseRequest.newBuilder()
                .addQueues(Elements.queue(queue))
                .setMaxTasks(tasks)
                .setLeaseTime(Duration.newBuilder().setSeconds(3600))
                .build())
        .getTasksList();
  }

  /** Many tasks come, and go without a lease: the queue holds what it held. */
  private static void comeAndGo(String queue) {
    List<Element> come = new ArrayList<>();
    List<Element> go = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ByteString pid = ByteString.copyFromUtf8("passing " + i);
      come.add(Elements.enqueue(Elements.queue(queue), pid, ByteString.EMPTY));
      go.add(Elements.cancel(Elements.queue(queue), pid));
    }
    var _ = node.client().update(come.toArray(Element[]::new));
    var _ = node.client().update(go.toArray(Element[]::new));
  }

  /** Very many tasks are done; the queue holds as many as it held. */
  private static void work(String queue) {
    int tasks = 5000;
    node.enqueue(Elements.queue(queue), tasks);
    List<Task> leased = lease(queue, 2 * tasks);
    leased.stream().skip(tasks).forEach(node.client()::release);
    var _ =
        node.client()
            .update(leased.stream().limit(tasks).map(Elements::complete).toArray(Element[]::new));
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
      browser.close();
    }
  }

  @BeforeEach
  void open() {
    page = new TestPage(browser).open(node.page("#/queues"));
  }

  @AfterEach
  void close() {
    page.close();
  }

  @Test
  void everyQueueIsListed() {
    assertThat(page.rows().locator(".c-name")).hasText(new String[] {"a", "b", "c", "d"});
    assertThat(page.find("#found")).hasText("4 queues, 13 tasks");
    page.hasNothingWrong();
  }

  @Test
  void searchIsARegularExpressionFoundAnywhere() {
    page.find("#search").fill("[ad]");

    assertThat(page.find("#found")).containsText("2 queues");
    assertThat(page.rows().locator(".c-name")).hasText(new String[] {"a", "d"});
  }

  @Test
  void wrongRegularExpressionIsExplained() {
    page.find("#search").fill("(");

    assertThat(page.find("#search-problem")).not().isEmpty();
    assertThat(page.find("#search")).hasAttribute("aria-invalid", "true");
  }

  @Test
  void searchThatFindsNothingSaysSo() {
    page.find("#search").fill("nobody");

    assertThat(page.find(".nothing")).hasText("No queue has such a name.");
  }

  /** Sorted by a column, downwards, which queue is first. */
  @ParameterizedTest
  @CsvSource({
    "Queue, d",
    "Tasks, b",
    "Available, b",
    "Leased, a",
    "Delayed, c",
    "Oldest, b",
    "In, b",
    "Out, d",
    "Lease time, d"
  })
  void everyColumnSorts(String column, String first) {
    // Rates fade.
    switch (column) {
      case "In" -> comeAndGo("b");
      case "Out", "Lease time" -> work("d");
      default -> {}
    }
    Locator head =
        page.find(".heads [role=columnheader]")
            .filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + column + "$")));
    page.rows();

    head.getByRole(AriaRole.BUTTON).click();

    assertThat(head).hasAttribute("aria-sort", "descending");
    assertThat(page.find(".virtual .row[data-index='0'] .c-name")).hasText(first);
  }

  @Test
  void searchAndOrderAreInTheAddress() {
    page.find("#search").fill("[ad]");
    assertThat(page.find("#found")).containsText("2 queues");

    page.page().reload();

    assertThat(page.find("#search")).hasValue("[ad]");
    assertThat(page.find("#found")).containsText("2 queues");
  }

  @Test
  void keyboardAloneReachesAndOpensAQueue() {
    page.rows();
    var keyboard = page.page().keyboard();
    for (int i = 0; i < 40 && !isFocused(page.find("#search")); i++) {
      keyboard.press("Tab");
    }
    keyboard.press("ArrowDown");
    keyboard.press("ArrowDown");
    assertThat(page.find(".virtual .row[data-index='1'] a")).isFocused();
    keyboard.press("Enter");

    page.page().waitForURL(Pattern.compile(".*#/queue//b$"));
  }

  private static boolean isFocused(Locator one) {
    return (Boolean) one.evaluate("(element) => element === document.activeElement");
  }

  @ParameterizedTest
  @CsvSource({"#/", "#/queues", "#/cluster"})
  void phoneNeedsNoScrollingSideways(String hash) {
    try (var phone =
        new TestPage(browser, TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT, ColorScheme.LIGHT)) {
      phone.open(node.page(hash));
      phone.find("main h1").first().waitFor();

      Assertions.assertThat(phone.number("document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(TestPage.PHONE_WIDTH);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"DARK", "LIGHT"})
  void darkAndLightAreTheReadersChoice(ColorScheme scheme) {
    try (var chosen = new TestPage(browser, TestPage.WIDTH, TestPage.HEIGHT, scheme)) {
      chosen.open(node.page("#/queues")).rows();
      boolean isDark = brightness(chosen) < 100;

      Assertions.assertThat(isDark).isEqualTo(scheme == ColorScheme.DARK);
      chosen.find("#theme").click();
      if (scheme == ColorScheme.LIGHT) {
        chosen.find("#theme").click();
      }
      Assertions.assertThat(brightness(chosen) < 100).isNotEqualTo(isDark);
    }
  }

  private static long brightness(TestPage page) {
    return page.number("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])");
  }
}
