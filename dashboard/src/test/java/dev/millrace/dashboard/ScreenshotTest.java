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

/** Takes the pictures of docs/dashboard.md, when it is told where to put them. */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ScreenshotTest {
  private static final String SAMPLED = ".chart";
  private static final String TRENDS = ".c-trend canvas";

  /** Of a chart or a trend: enough to be seen. */
  private static final Pattern ENOUGH = Pattern.compile("[2-9][0-9]|[0-9]{3,}");

  @Test
  void picturesAreTaken(@TempDir Path folder) {
    Path to = Path.of("..").resolve(System.getProperty("screenshots", "target"));
    try (var browser = TestBrowser.start();
        var node = new TestNode(folder);
        var _ = new Scene(node.client())) {
      take(browser, to.resolve("overview.png"), node.page(""), SAMPLED, ColorScheme.LIGHT);
      take(browser, to.resolve("queues.png"), node.page("#/queues"), TRENDS, ColorScheme.LIGHT);
      take(browser, to.resolve("queues-dark.png"), node.page("#/queues"), TRENDS, ColorScheme.DARK);
      try (var page =
          new TestPage(browser, TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT, ColorScheme.LIGHT)) {
        picture(page.open(node.page("")), to.resolve("phone.png"), SAMPLED);
      }
    }
  }

  private static void take(
      TestBrowser browser, Path to, String address, String ready, ColorScheme scheme) {
    try (var page = new TestPage(browser, TestPage.WIDTH, TestPage.HEIGHT, scheme)) {
      picture(page.open(address), to, ready);
    }
  }

  private static void picture(TestPage page, Path to, String ready) {
    var patient = new LocatorAssertions.HasAttributeOptions().setTimeout(300_000);
    assertThat(page.find(ready).first()).hasAttribute("data-samples", ENOUGH, patient);
    var _ = page.page().screenshot(new Page.ScreenshotOptions().setPath(to));
  }
}
