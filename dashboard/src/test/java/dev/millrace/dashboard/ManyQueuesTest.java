package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** Those of the beats while a slow machine gets there, too. */
  private static final int LOOKS_MAX = 8;

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

  /**
   * A place is reached by a look at its page, and not by a walk; one of a beat may come between.
   */
  @Test
  void anyPlaceInBetweenIsReachedByFewLooks() {
    List<String> looks = new ArrayList<>();
    page.page().onRequest(request -> looks.add(request.url()));
    long start = System.nanoTime();
    scrollTo(0.5);
    page.rows();
    // The page hears of it a moment later.
    assertThat(row(0)).hasCount(0);
    int middle = (int) page.number("Number(document.querySelector('.rows .row').dataset.index)");
    Assertions.assertThat(middle).isBetween(49_000, 51_000);
    assertThat(row(middle)).hasText("many-%05d".formatted(middle));

    Assertions.assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
    Assertions.assertThat(looks.stream().filter(look -> look.contains("skip=0")))
        .hasSizeLessThan(looks.size());
    Assertions.assertThat(looks).hasSizeLessThan(LOOKS_MAX);

    scrollTo(0.2);
    assertThat(row(20_000)).hasText("many-20000");
  }

  @Test
  void anyPlaceOfAnyOrderIsReached() {
    page.find(".heads .c-tasks button").click();
    assertThat(row(0)).hasText("many-99999");
    scrollTo(0.5);

    assertThat(row(50_000)).hasText("many-49999");
  }

  /**
   * What is asked for on the way to a place is dropped, and what was read long ago is forgotten.
   */
  @Test
  void rowsOfManyPlacesAreNotKept() {
    long kept =
        page.number(
            """
            import('/dashboard/rows.js').then(async ({ Listing }) => {
              const listing = new Listing({ regex: 'many-0000.' });
              const passed = Array.from({ length: 5 }, (_, i) => listing.read(1000 * i, 1000 * i));
              for (let i = 0; i < 60; i++) {
                await listing.read(500 * i, 500 * i);
              }
              const read = (await Promise.all(passed)).filter((isRead) => isRead).length;
              return 1000 * read + listing.blocks.size;
            })
            """);

    Assertions.assertThat(kept).isEqualTo(40);
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
