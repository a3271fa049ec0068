package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.protobuf.ByteString;
import com.microsoft.playwright.options.ColorScheme;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Queue;
import dev.millrace.client.Elements;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a queue is called and a task holds: it is shown, and nothing else happens. */
class HostileNamesTest {
  private static final String IMAGE = "<img src=x onerror=alert(1)>";
  private static final String TURNED = "abc\u202egnp.exe\u202c";

  private static final List<Queue> QUEUES =
      List.of(
          Elements.queue(IMAGE),
          Elements.queue("</script><script>alert(2)</script>"),
          Elements.queue("\"'`--><svg onload=alert(3)>"),
          Elements.queue("javascript:alert(4)"),
          Elements.queue(TURNED),
          Elements.queue("../../#/queue/%2e%2e?x=1&y=2"),
          Elements.queue("\u05d0\u05d1\u05d2 123"),
          Elements.queue("zero\u200bwidth"),
          Elements.queue("g".repeat(512), "n".repeat(512)),
          Elements.queue("<b>group</b>", "__proto__"));

  private static TestBrowser browser;
  private static TestNode node;

  private TestPage page;

  @BeforeAll
  static void start(@TempDir Path folder) {
    browser = TestBrowser.start();
    node = new TestNode(folder);
    for (Queue queue : QUEUES) {
      ByteString data = ByteString.copyFromUtf8("{\"x\": \"" + IMAGE + "\"}");
      Element element = Elements.enqueue(queue, ByteString.copyFromUtf8(IMAGE), data);
      var _ = node.client().update(element);
    }
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
    page = new TestPage(browser);
  }

  @AfterEach
  void close() {
    page.close();
  }

  @Test
  void namesOnTheListOfQueuesAreText() {
    page.open(node.page("#/queues"));

    assertThat(page.rows()).hasCount(QUEUES.size());
    assertThat(page.find(".virtual .c-name").getByText(IMAGE)).isVisible();
    assertThat(page.find("main img, main svg[onload], main b, main script")).hasCount(0);
    page.hasNothingWrong();
  }

  @Test
  void namesOnTheOverviewAreText() {
    page.open(node.page(""));

    assertThat(page.find(".top-table").first().getByText(IMAGE)).isVisible();
    assertThat(page.find("main img, main script")).hasCount(0);
    page.hasNothingWrong();
  }

  @Test
  void whatCantBeSeenIsShown() {
    page.open(node.page("#/queues")).rows();

    assertThat(page.find(".hidden-character").getByText("U+202E")).isVisible();
    assertThat(page.find(".hidden-character").getByText("U+200B")).isVisible();
  }

  @Test
  void everyNameLeadsToItsQueue() {
    page.open(node.page("#/queues")).rows();
    for (Queue queue : QUEUES) {
      var decoded =
          page.page()
              .evaluate(
                  "(place) => [...document.querySelectorAll('.virtual a')].some((a) =>"
                      + " JSON.stringify(a.getAttribute('href').split('/').slice(2)"
                      + ".map(decodeURIComponent)) === JSON.stringify(place))",
                  List.of(queue.getGroup(), queue.getName()));
      Assertions.assertThat(decoded).as(queue.getName()).isEqualTo(true);
    }
  }

  @Test
  void longNamesDontWidenAPhone() {
    for (String hash : List.of("", "#/queues")) {
      try (var phone =
          new TestPage(browser, TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT, ColorScheme.DARK)) {
        phone.open(node.page(hash));
        phone.find("main a").first().waitFor();
        Assertions.assertThat(phone.number("document.documentElement.scrollWidth"))
            .isLessThanOrEqualTo(TestPage.PHONE_WIDTH);
      }
    }
  }

  @Test
  void searchOfAStrangerIsTextToo() {
    page.open(node.page("#/queues?search=" + "%28%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E"));

    assertThat(page.find("#search-problem")).not().isEmpty();
    assertThat(page.find("main img")).hasCount(0);
    Assertions.assertThat(page.page().evaluate("wrongs")).isEqualTo(List.of());
  }
}
