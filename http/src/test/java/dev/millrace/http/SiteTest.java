package dev.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the files of a page are served, and what a page must show to be taken seriously. */
@Timeout(300)
class SiteTest {
  private static final String CALL =
      """
      POST /v1/get-policies HTTP/1.1
      Host: localhost
      Content-Type: application/json
      Content-Length: 2
      Connection: close
      """;

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String get(String path, String... headers) throws IOException {
    return server.send(
        "GET %s HTTP/1.1\nHost: localhost\nConnection: close\n%s"
            .formatted(path, String.join("\n", headers)),
        "");
  }

  @Test
  void rootIsThePage() throws IOException {
    assertThat(get("/"))
        .startsWith("HTTP/1.1 200 OK")
        .contains("content-type: text/html; charset=utf-8")
        .endsWith("<title>A page</title>\n");
  }

  @Test
  void filesOfThePageAreBelowDashboard() throws IOException {
    assertThat(get("/dashboard/views/one.js"))
        .startsWith("HTTP/1.1 200 OK")
        .contains("content-type: text/javascript; charset=utf-8")
        .endsWith("// A script.\n");
  }

  @Test
  void pageMayUseThisNodeAndNothingElse() throws IOException {
    assertThat(get("/"))
        .contains(
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';"
                + " connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'")
        .contains("x-content-type-options: nosniff", "referrer-policy: no-referrer")
        .contains("cross-origin-opener-policy: same-origin")
        .doesNotContain("no-store");
  }

  @Test
  void nothingElseOnTheClassPathIsServed() throws IOException {
    for (String path :
        new String[] {
          "/index.html",
          "/dashboard/",
          "/dashboard/../Site.class",
          "/dashboard/views/../index.html",
          "/dashboard/%76iews/one.js",
          "/dashboard//views/one.js",
          "//dashboard/views/one.js",
          "/dashboard/" + "a".repeat(5000),
        }) {
      assertThat(get(path)).as(path).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void fileThatABrowserHasIsNotSentAgain() throws IOException {
    var tag = Pattern.compile("etag: (\"[0-9a-f]+\")").matcher(get("/"));
    assertThat(tag.find()).isTrue();

    assertThat(get("/", "If-None-Match: " + tag.group(1)))
        .startsWith("HTTP/1.1 304")
        .doesNotContain("content-length")
        .endsWith("\r\n\r\n");
    assertThat(get("/", "If-None-Match: \"other\"")).startsWith("HTTP/1.1 200");
  }

  @Test
  void fileIsZippedForWhoTakesIt() throws IOException {
    assertThat(get("/", "Accept-Encoding: br, gzip")).contains("content-encoding: gzip");
    assertThat(get("/", "Accept-Encoding: br")).doesNotContain("content-encoding");
  }

  @Test
  void strangersGetNoFileEither() throws IOException {
    assertThat(get("/", "Origin: http://evil.example")).startsWith("HTTP/1.1 403");
    assertThat(get("/v1/csrf-token", "Sec-Fetch-Site: cross-site")).startsWith("HTTP/1.1 403");
    assertThat(get("/", "Sec-Fetch-Site: none")).startsWith("HTTP/1.1 200");
  }

  @Test
  void callOfAPageNeedsTheToken() throws IOException {
    assertThat(server.send(CALL + "Origin: http://localhost", "{}")).startsWith("HTTP/1.1 403");
    assertThat(server.send(CALL + "Sec-Fetch-Site: same-origin", "{}"))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"INVALID\"", "/v1/csrf-token");
    assertThat(
            server.send(CALL + "Sec-Fetch-Site: same-origin\nMillrace-Csrf-Token: 00000000", "{}"))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void callOfAPageWithTheTokenIsTaken() throws IOException {
    String page = "Origin: http://localhost\nSec-Fetch-Site: same-origin\n";

    assertThat(server.send(CALL + page + "Millrace-Csrf-Token: " + token(), "{}"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void callOfNoBrowserNeedsNoToken() throws IOException {
    assertThat(server.send(CALL, "{}")).startsWith("HTTP/1.1 200");
  }

  @Test
  void eachStartHasAnotherToken() throws IOException {
    String one = token();
    try (var other = new TestServer()) {
      assertThat(other.send("GET /v1/csrf-token HTTP/1.1\nHost: localhost\nConnection: close", ""))
          .doesNotContain(one);
    }
  }

  private String token() throws IOException {
    var token = Pattern.compile("\"token\":\"([0-9a-f]{32})\"").matcher(get("/v1/csrf-token"));
    assertThat(token.find()).isTrue();
    return token.group(1);
  }
}
