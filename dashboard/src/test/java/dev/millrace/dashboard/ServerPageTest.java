package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import dev.millrace.client.ClientConfig;
import dev.millrace.client.Elements;
import dev.millrace.node.access.Token;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the server. */
class ServerPageTest {
  /** What a graph shows, as a script of the page finds it. */
  private static final String SHOWN =
      "[...document.querySelectorAll('[data-stage]')].map((one) => one.dataset.stage)";

  private static final String NAMED =
      "fetch('/v1/stages').then((answer) => answer.json())"
          + ".then((reply) => reply.stages.map((stage) => stage.name))";

  @TempDir private static Path folder;

  private static TestBrowser browser;
  private static TestNode node;

  @BeforeAll
  static void startNode() {
    browser = TestBrowser.start();
    node = new TestNode(folder);
  }

  @AfterAll
  static void stopNode() {
    if (browser != null) {
      browser.close();
      node.close();
    }
  }

  @Test
  void graphShowsTheStagesThatTheNodeNames() {
    try (var page = new TestPage(browser).open(node.page("#/server"))) {
      page.find("[data-stage]").first().waitFor();

      assertThat(page.page().evaluate(SHOWN)).isEqualTo(page.page().evaluate(NAMED));
      page.hasNothingWrong();
    }
  }

  @Test
  void graphShowsWhatGoesFromStageToStage() {
    node.enqueue(Elements.queue("edges"), 1);
    try (var page = new TestPage(browser).open(node.page("#/server"))) {
      assertThat(page.find("[data-edge='outside to execute'] text"))
          .hasText(Pattern.compile("[0-9.]+k?/s"));
      assertThat(page.find("[data-edge='execute to journal']")).hasCount(1);
    }
  }

  @Test
  void panelsShowValuesWithTheirLimits() {
    try (var page = new TestPage(browser).open(node.page("#/server"))) {
      assertThat(page.find("[data-panel=cache]")).containsText("of 64 MiB");
      assertThat(page.find("[data-panel=memory]")).containsText("of 128 MiB");
      assertThat(page.find("[data-panel=journal]")).containsText("of 1 GiB");
      assertThat(page.find("[data-panel=store]")).containsText("of 5 min");
      assertThat(page.find("[data-panel=disk]")).containsText("64 MiB");
      assertThat(page.find(".alert.good, .alert.bad").first()).isVisible();
    }
  }

  @Test
  void alertIsToldInWords(@TempDir Path full) {
    var settings = Map.of("disk-free-bytes-min", "1TiB");
    try (var lacking = new TestNode(full, settings, ClientConfig.DEFAULT);
        var page = new TestPage(browser).open(lacking.page("#/server"))) {
      assertThat(page.find(".alert.bad").filter(containing("The disk is full"))).isVisible();
      assertThat(page.find("[data-panel=disk].raised")).hasCount(1);
    }
  }

  private static Locator.FilterOptions containing(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  @Test
  void callerWithoutAdminIsToldSo(@TempDir Path guarded) throws Exception {
    Path access =
        Files.createFile(
            guarded.resolve("access"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        access, "principal reader%ntoken %s%nallow list */*%n".formatted(Token.hash("secret")));
    var settings = Map.of("access-file", access.toString());
    try (var strict = new TestNode(guarded, settings, ClientConfig.DEFAULT);
        var page = new TestPage(browser)) {
      page.page().addInitScript("sessionStorage.setItem('millrace-token', 'secret')");

      page.open(strict.page("#/server"));
      assertThat(page.find("main")).containsText("You may not see the server");

      page.open(strict.page("#/queue//some"));
      assertThat(page.find("main")).containsText("You may not see policies");
    }
  }

  @Test
  void phoneHasNothingBesideItsEdge() {
    try (var page =
        new TestPage(browser, TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT, ColorScheme.DARK)) {
      page.open(node.page("#/server"));
      page.find("[data-stage]").first().waitFor();

      assertThat(page.number("document.documentElement.scrollWidth"))
          .isEqualTo(TestPage.PHONE_WIDTH);
    }
  }
}
