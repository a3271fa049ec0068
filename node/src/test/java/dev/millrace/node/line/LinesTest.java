package dev.millrace.node.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinesTest {
  private final Lines lines = new Lines();

  @Test
  void lineCountsUntilItIsClosed() {
    var line = new EmbeddedChannel();
    lines.add(line);
    assertThat(lines.open()).isEqualTo(1);

    var _ = line.close();

    assertThat(lines.open()).isZero();
  }

  @Test
  void nobodyWaitsWithoutLines() throws InterruptedException {
    assertThat(lines.awaitNone(Duration.ZERO)).isTrue();
  }

  @Test
  void waitEndsWithTheLastLine() throws InterruptedException {
    var line = new EmbeddedChannel();
    lines.add(line);
    Thread.ofVirtual().start(line::finish);

    assertThat(lines.awaitNone(Duration.ofSeconds(50))).isTrue();
  }

  @Test
  void waitEndsWithItsTime() throws InterruptedException {
    lines.add(new EmbeddedChannel());

    assertThat(lines.awaitNone(Duration.ofMillis(1))).isFalse();
  }
}
