package dev.millrace.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A tab of its own, with nothing remembered; knows what went wrong in it. */
final class TestPage implements AutoCloseable {
  static final int WIDTH = 1280;
  static final int HEIGHT = 800;
  static final int PHONE_WIDTH = 360;
  static final int PHONE_HEIGHT = 740;

  /** The page tells of everything that its policy forbade, and of anything that a name ran. */
  private static final String WATCH =
      """
      window.wrongs = [];
      document.addEventListener('securitypolicyviolation', (e) => wrongs.push('CSP ' + e.violatedDirective));
      window.alert = () => wrongs.push('alert');
      """;

  private final BrowserContext context;
  private final Page page;
  private final List<String> wrongs = new ArrayList<>();

  TestPage(TestBrowser browser) {
    this(browser, WIDTH, HEIGHT, ColorScheme.LIGHT);
  }

  TestPage(TestBrowser browser, int width, int height, ColorScheme scheme) {
    context =
        browser
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(width, height)
                    .setColorScheme(scheme));
    context.setDefaultTimeout(TestBrowser.PATIENCE_MILLIS);
    context.addInitScript(WATCH);
    page = context.newPage();
    page.onPageError(wrongs::add);
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            wrongs.add(message.text());
          }
        });
  }

  Page page() {
    return page;
  }

  TestPage open(String address) {
    var _ = page.navigate(address);
    return this;
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  /** Rows of the list of queues, as soon as all in sight are read. */
  Locator rows() {
    find(".virtual[aria-busy=false] .rows .row:not(.waiting)").first().waitFor();
    return find(".virtual .rows .row");
  }

  long number(String script) {
    return ((Number) page.evaluate(script)).longValue();
  }

  void hasNothingWrong() {
    assertThat(page.evaluate("wrongs")).isEqualTo(List.of());
    assertThat(wrongs).isEmpty();
  }

  /** Asks the node as a script of the page does. */
  int statusOf(String path, Map<String, String> headers) {
    var status =
        page.evaluate(
            "([path, headers]) => fetch(path, {method: 'POST', headers, body: '{}'})"
                + ".then((answer) => answer.status)",
            List.of(path, headers));
    return ((Number) status).intValue();
  }

  @Override
  public void close() {
    context.close();
  }
}
