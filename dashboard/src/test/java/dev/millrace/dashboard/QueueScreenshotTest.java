package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of a queue and of the server for docs/dashboard.md, when told where to. */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class QueueScreenshotTest {
  private static final int TALL = 1000;
  private static final Pattern ENOUGH = Pattern.compile("[3-9][0-9]|[0-9]{3,}");
  private static final String QUEUE = "#/queue//mail";

  private final Path to = Path.of("..").resolve(System.getProperty("screenshots"));

  @Test
  void picturesAreTaken(@TempDir Path folder) {
    try (var browser = TestBrowser.start();
        var node = new TestNode(folder);
        var _ = new MailScene(node.client())) {
      try (var page = new TestPage(browser, TestPage.WIDTH, TALL, ColorScheme.LIGHT)) {
        ready(page.open(node.page(QUEUE)));
        page.find(".task-toggle").first().click();
        picture(page, "queue.png");
        page.find(".queue-title .primary").click();
        page.find("dialog textarea").fill("{\"to\": \"user@example.org\"}");
        picture(page, "queue-dialog.png");
      }
      try (var page = new TestPage(browser, TestPage.WIDTH, TALL, ColorScheme.DARK)) {
        ready(page.open(node.page(QUEUE)));
        page.find(".segment").nth(1).click();
        page.find(".task-place[data-state=LEASED] .task-toggle").first().click();
        picture(page, "queue-dark.png");
        serverReady(page.open(node.page("#/server")));
        picture(page, "server-dark.png");
      }
      try (var page = new TestPage(browser, TestPage.WIDTH, TALL, ColorScheme.LIGHT)) {
        serverReady(page.open(node.page("#/server")));
        picture(page, "server.png");
      }
      try (var page =
          new TestPage(browser, TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT, ColorScheme.LIGHT)) {
        ready(page.open(node.page(QUEUE)));
        picture(page, "queue-phone.png");
      }
    }
  }

  private static void ready(TestPage page) {
    var patient = new LocatorAssertions.HasAttributeOptions().setTimeout(300_000);
    assertThat(page.find(".chart").first()).hasAttribute("data-samples", ENOUGH, patient);
  }

  /** The node remembers what its stages did; the time of commits is known from now on. */
  private static void serverReady(TestPage page) {
    var patient = new LocatorAssertions.HasAttributeOptions().setTimeout(300_000);
    assertThat(page.find(".server-page .chart").nth(1))
        .hasAttribute("data-samples", Pattern.compile("[6-9]|[0-9]{2,}"), patient);
    // A straight line has no height, so that nobody could wait to see it.
    assertThat(page.find(".stage-edge.flows")).not().hasCount(0);
  }

  private void picture(TestPage page, String name) {
    var _ = page.page().screenshot(new Page.ScreenshotOptions().setPath(to.resolve(name)));
  }
}
