package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import org.junit.jupiter.api.Test;

class CallerAddressTest {
  @Test
  void addressIsHostAndPort() {
    assertThat(CallerAddress.text(new InetSocketAddress(InetAddress.ofLiteral("10.0.0.1"), 5)))
        .isEqualTo("10.0.0.1:5");
    assertThat(CallerAddress.text(new InetSocketAddress(InetAddress.ofLiteral("::1"), 5)))
        .isEqualTo("[0:0:0:0:0:0:0:1]:5");
  }

  @Test
  void otherAddressesSpeakForThemselves() {
    assertThat(CallerAddress.text(UnixDomainSocketAddress.of("/run/a"))).isEqualTo("/run/a");
    assertThat(CallerAddress.text(null)).isEqualTo("unknown");
  }
}
