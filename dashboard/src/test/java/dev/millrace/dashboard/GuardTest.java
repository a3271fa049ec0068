package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.millrace.client.ClientConfig;
import dev.millrace.node.access.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may see and do what, through a page. */
class GuardTest {
  private static final String TOKEN = "secret-of-a-test";
  private static final Map<String, String> JSON = Map.of("content-type", "application/json");

  private static final String FIRST_WRONG =
      "new Promise((done) => {"
          + " const look = () => wrongs.length > 0 ? done(wrongs[0]) : requestAnimationFrame(look);"
          + " look(); })";

  private static TestBrowser browser;

  @TempDir private Path folder;

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
  void open() {
    page = new TestPage(browser);
  }

  @AfterEach
  void close() {
    page.close();
  }

  private TestNode guarded() throws IOException {
    var owner = PosixFilePermissions.fromString("rw-------");
    Path access =
        Files.createFile(folder.resolve("access"), PosixFilePermissions.asFileAttribute(owner));
    Files.writeString(
        access, "principal a%ntoken %s%nallow list */*%n".formatted(Token.hash(TOKEN)));
    return new TestNode(folder, Map.of("access-file", access.toString()), ClientConfig.DEFAULT);
  }

  @Test
  void nodeWithTokensShowsItsNumbersToWhoHasOne() throws IOException {
    try (var node = guarded()) {
      page.open(node.page(""));
      assertThat(page.find("dialog h2")).hasText("Sign in");
      assertThat(page.find("[data-total=tasks]")).hasText("–");

      signIn(TOKEN);

      assertThat(page.find("[data-total=tasks]")).hasText("0");
      assertThat(page.find("dialog")).hasCount(0);
    }
  }

  private void signIn(String token) {
    page.find("dialog input").fill(token);
    page.find("dialog button[type=submit]").click();
  }

  @Test
  void wrongTokenIsAskedForAgain() throws IOException {
    try (var node = guarded()) {
      page.open(node.page(""));
      Locator dialog = page.find("dialog");

      signIn("wrong");

      assertThat(dialog.locator("p")).not().containsText("docs/security.md");
      assertThat(dialog.locator("input")).hasValue("");
    }
  }

  @Test
  void tokenEndsWithTheTab() throws IOException {
    try (var node = guarded()) {
      page.open(node.page(""));
      signIn(TOKEN);
      assertThat(page.find("#sign-out")).isVisible();

      Assertions.assertThat(page.page().evaluate("JSON.stringify(localStorage)").toString())
          .doesNotContain(TOKEN);
      page.find("#sign-out").click();

      assertThat(page.find("dialog h2")).hasText("Sign in");
    }
  }

  @Test
  void callOfAPageWithoutTheNodesTokenIsRefused() {
    try (var node = new TestNode(folder)) {
      page.open(node.page(""));

      Assertions.assertThat(page.statusOf("/v1/get-policies", JSON)).isEqualTo(403);
      Assertions.assertThat(
              page.statusOf(
                  "/v1/get-policies",
                  Map.of("content-type", "application/json", "millrace-csrf-token", "guess")))
          .isEqualTo(403);
    }
  }

  @Test
  void callOfTheDashboardIsTaken() {
    try (var node = new TestNode(folder)) {
      page.open(node.page(""));

      Assertions.assertThat(
              page.page()
                  .evaluate(
                      "import('/dashboard/api.js').then((api) => api.call('get-policies'))"
                          + ".then((reply) => reply.version)"))
          .isEqualTo("0");
    }
  }

  @Test
  void scriptThatIsNotAFileOfTheNodeDoesntRun() {
    try (var node = new TestNode(folder)) {
      page.open(node.page(""));

      var _ =
          page.page()
              .evaluate(
                  "document.head.append(Object.assign(document.createElement('script'),"
                      + " {textContent: 'window.ran = true'}))");

      Assertions.assertThat(page.page().evaluate("window.ran === true")).isEqualTo(false);
      Assertions.assertThat(page.page().evaluate(FIRST_WRONG)).isEqualTo("CSP script-src-elem");
    }
  }
}
