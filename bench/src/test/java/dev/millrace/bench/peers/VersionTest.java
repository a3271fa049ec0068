package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          beanstalkd 1.12                                       | 1  | 12 | 1.12
          Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc  | 7  | 0  | 7.0.15
          nats-server: v2.9.10                                  | 2  | 9  | 2.9.10
          postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)  | 15 | 14 | 15.14
          /usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin     | 3  | 10 | 3.10.8
          """)
  void isFoundInWhatProgramsSay(String said, int major, int minor, String text) {
    assertThat(Version.find(said)).contains(new Version(major, minor, text));
  }

  @Test
  void isNotFoundWhereThereIsNone() {
    assertThat(Version.find("command not found")).isEmpty();
  }

  @Test
  void isComparedByNumbersAndNotByLetters() {
    var version = new Version(2, 9, "2.9.10");

    assertThat(version.isAtLeast(2, 9)).isTrue();
    assertThat(version.isAtLeast(2, 10)).isFalse();
    assertThat(version.isAtLeast(1, 10)).isTrue();
  }
}
