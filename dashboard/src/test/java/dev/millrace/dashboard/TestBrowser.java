package dev.millrace.dashboard;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A browser that is on this machine. Where there is none its tests are left out, unless {@code
 * MILLRACE_BROWSER=required} says that there must be one.
 */
final class TestBrowser implements AutoCloseable {
  /** How long to wait for what a page will show, on a machine that does much else. */
  static final int PATIENCE_MILLIS = 120_000;

  private static final List<String> COMMANDS =
      List.of("chromium", "chromium-browser", "google-chrome");

  private final Playwright playwright;
  private final Browser browser;

  private TestBrowser(Path command) {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(command)
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  static TestBrowser start() {
    Optional<Path> command = find();
    if (command.isEmpty()) {
      String message = "no browser on the path, one of %s; Debian: chromium".formatted(COMMANDS);
      if ("required".equals(System.getenv("MILLRACE_BROWSER"))) {
        throw new AssertionError(message);
      }
      Assumptions.abort(message + ". Tests of the dashboard are left out.");
    }
    return new TestBrowser(command.orElseThrow());
  }

  private static Optional<Path> find() {
    String path = System.getenv().getOrDefault("PATH", "");
    return COMMANDS.stream()
        .flatMap(
            command ->
                Stream.of(path.split(File.pathSeparator, -1)).map(at -> Path.of(at, command)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
