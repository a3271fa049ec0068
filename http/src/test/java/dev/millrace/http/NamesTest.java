package dev.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpHeaders;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask, by the names in a request. */
class NamesTest {
  private static final Names NAMES =
      new Names(InetAddress.getLoopbackAddress(), Set.of("Queues.example"));

  private static int status(String host, String header, String value) {
    var headers = new DefaultHttpHeaders().add("host", host).add(header, value);
    return NAMES.refusal(headers).map(Answer::status).orElse(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST:80", "127.0.0.1:7412", "[::1]:7412", "queues.example:1"})
  void nodeAnswersToItsNames(String host) {
    assertThat(status(host, "x", "y")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "evil.example:127.0.0.1",
        "",
        "127.0.0.2",
        "[::1"
      })
  void nodeAnswersToNoOtherName(String host) {
    assertThat(status(host, "x", "y")).isEqualTo(421);
  }

  @Test
  void nodeOnEveryAddressIsStillAskedOnItsOwnMachine() throws Exception {
    var names = new Names(InetAddress.getByName("0.0.0.0"), Set.of());

    assertThat(names.refusal(new DefaultHttpHeaders().add("host", "localhost:1"))).isEmpty();
    assertThat(names.refusal(new DefaultHttpHeaders().add("host", "evil.example"))).isPresent();
  }

  @Test
  void requestHasOneHost() {
    assertThat(NAMES.refusal(new DefaultHttpHeaders()).map(Answer::status)).contains(400);
    assertThat(status("localhost", "host", "localhost")).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "origin, http://localhost:7412, 200",
    "origin, https://localhost:7412, 200",
    "origin, http://localhost:80, 403",
    "origin, http://evil.example, 403",
    "origin, null, 403",
    "sec-fetch-site, same-origin, 200",
    "sec-fetch-site, none, 200",
    "sec-fetch-site, cross-site, 403",
    "sec-fetch-site, same-site, 403"
  })
  void onlyPagesOfTheNodeItselfMayAsk(String header, String value, int status) {
    assertThat(status("localhost:7412", header, value)).isEqualTo(status);
  }
}
