package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineAddressTest {
  @Test
  void namesAndNumbersArePlain() {
    assertThat(LineAddress.of("node-1.example.org:7711"))
        .contains(new LineAddress("node-1.example.org", 7711));
    assertThat(LineAddress.of("192.0.2.1:65535")).contains(new LineAddress("192.0.2.1", 65_535));
    assertThat(LineAddress.of("[2001:db8::1]:1")).contains(new LineAddress("2001:db8::1", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:99999999999",
        ":7711",
        "dns:///localhost:7711",
        "unix:/run/millrace.sock",
        "unix:///run/millrace.sock",
        "2001:db8::1",
        "[2001:db8::1]",
        "a:1,b:2"
      })
  void allElseIsForGrpc(String address) {
    assertThat(LineAddress.of(address)).isEmpty();
  }
}
