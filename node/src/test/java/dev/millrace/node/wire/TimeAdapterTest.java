package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeAdapterTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0, 1, 1",
    "0, 1000000, 1",
    "0, 1000001, 2",
    "0, 999999999, 1000",
    "1, 0, 1000",
    "1, 500000, 1001",
    "315576000000, 0, 315576000000000",
  })
  void durationIsRoundedUpToMilliseconds(long seconds, int nanos, long millis) {
    assertThat(TimeAdapter.millis("it", duration(seconds, nanos))).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0",
    "0, -1",
    "-1, -1",
    "1, -1",
    "-1, 1",
    "0, 1000000000",
    "0, -1000000000",
    "0, 2147483647",
    "0, -2147483648",
    "315576000001, 0",
    "-315576000001, 0",
    "9223372036854775807, 999999999",
    "-9223372036854775808, 0",
  })
  void durationThatIsNegativeOrNoneIsRefused(long seconds, int nanos) {
    var problem = refusalOf(() -> TimeAdapter.millis("it", duration(seconds, nanos)));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.message()).startsWith("it is ");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0, 1, 1",
    "1, 999999999, 2000",
    "253402300799, 0, 253402300799000",
    "253402300799, 999999999, 253402300799999",
  })
  void timeIsRoundedUpToMilliseconds(long seconds, int nanos, long millis) {
    assertThat(TimeAdapter.millis("it", timestamp(seconds, nanos))).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0",
    "-1, 999999999",
    "0, -1",
    "0, 1000000000",
    "253402300800, 0",
    "9223372036854775807, 0",
    "-9223372036854775808, 0",
    "0, -2147483648",
  })
  void timeOutsideTheYears1970To9999IsRefused(long seconds, int nanos) {
    var problem = refusalOf(() -> TimeAdapter.millis("it", timestamp(seconds, nanos)));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void absentLeaseTimeIsAMinute() {
    assertThat(TimeAdapter.leaseMillis(false, Duration.getDefaultInstance())).isEqualTo(60_000);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "999", "1000", "1700000000123"})
  void timeGoesOutAsItCameIn(long millis) {
    assertThat(TimeAdapter.millis("it", TimeAdapter.timestamp(millis))).isEqualTo(millis);
    assertThat(TimeAdapter.millis("it", TimeAdapter.duration(millis))).isEqualTo(millis);
  }

  @Test
  void latestTimeGoesOutAsItCameIn() {
    var latest = TimeAdapter.timestamp(Limits.TIME_MILLIS_MAX);

    assertThat(TimeAdapter.millis("it", latest)).isEqualTo(Limits.TIME_MILLIS_MAX);
  }

  private static Duration duration(long seconds, int nanos) {
    return Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
  }

  private static Timestamp timestamp(long seconds, int nanos) {
    return Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
  }
}
