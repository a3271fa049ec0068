package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of queues stays quick and small with a hundred thousand of them. */
class ManyQueuesTest {
  private static final int QUEUES = 100_000;

  /** Far more than it takes, for machines that do much else. */
  private static final Duration QUICK = Duration.ofSeconds(10);

  private static final long FRAME_MILLIS_MAX = 500;

  private static TestBrowser browser;
  private static TestNode node;

  private TestPage page;

  @BeforeAll
  static void start(@TempDir Path folder) {
    browser = TestBrowser.start();
    node = new TestNode(folder);
    node.fillQueues(QUEUES);
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
    page.rows();
  }

  @AfterEach
  void close() {
    page.close();
  }

  @Test
  void onlyRowsInSightAreElements() {
    assertThat(page.find("#found")).hasText("100,000 queues, 100,000 tasks");
    Assertions.assertThat(page.number("document.querySelectorAll('.virtual .row').length"))
        .isBetween(10L, 60L);
    Assertions.assertThat(page.number("document.querySelectorAll('*').length")).isLessThan(2000);
  }

  @Test
  void scrollingToTheEndShowsTheLastQueue() {
    scrollTo(1);

    assertThat(row(QUEUES - 1)).hasText("many-99999");
    Assertions.assertThat(page.number("document.querySelectorAll('.virtual .row').length"))
        .isLessThan(60);
    page.hasNothingWrong();
  }

  @Test
  void anyPlaceInBetweenIsReached() {
    scrollTo(0.5);
    page.rows();
    int middle = (int) page.number("Number(document.querySelector('.rows .row').dataset.index)");
    Assertions.assertThat(middle).isBetween(49_000, 51_000);
    assertThat(row(middle)).hasText("many-%05d".formatted(middle));

    scrollTo(0.2);
    assertThat(row(20_000)).hasText("many-20000");
  }

  @Test
  void keyGoesToTheEndAndBack() {
    page.find(".virtual").focus();
    page.page().keyboard().press("End");
    assertThat(row(QUEUES - 1)).hasText("many-99999");
    page.page().keyboard().press("Home");
    assertThat(row(0)).hasText("many-00000");
  }

  @Test
  void rowsFollowTheSearchQuickly() {
    long start = System.nanoTime();
    page.find("#search").fill("^many-123.5$");
    assertThat(page.find("#found")).hasText("10 queues, 10 tasks");
    assertThat(row(0)).hasText("many-12305");

    Assertions.assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
  }

  @Test
  void rowsFollowTheOrderQuickly() {
    long start = System.nanoTime();
    page.find(".heads .c-name button").click();
    assertThat(row(0)).hasText("many-99999");

    Assertions.assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
  }

  /** As long as a frame is on its way, a page answers to nobody. */
  @Test
  void nineOfTenFramesOfScrollingAreQuick() {
    long ninthTenthMillis =
        page.number(
            """
            new Promise((done) => {
              const table = document.querySelector('.virtual');
              const frames = [];
              let last = performance.now();
              const step = (now) => {
                frames.push(now - last);
                last = now;
                table.scrollTop += 2000;
                if (frames.length < 100) {
                  requestAnimationFrame(step);
                } else {
                  done(frames.sort((one, other) => one - other)[89]);
                }
              };
              requestAnimationFrame(step);
            })
            """);

    Assertions.assertThat(ninthTenthMillis).isLessThan(FRAME_MILLIS_MAX);
  }

  private Locator row(int index) {
    return page.find(".virtual .row[data-index='%d']:not(.waiting) .c-name".formatted(index));
  }

  private void scrollTo(double part) {
    var _ =
        page.find(".virtual")
            .evaluate(
                "(table, part) => table.scrollTop = (table.scrollHeight - table.clientHeight) *"
                    + " part",
                part);
  }
}
