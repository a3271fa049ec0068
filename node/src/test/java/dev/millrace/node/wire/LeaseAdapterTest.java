package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.refusalOf;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Duration;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Pattern;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.RequestId;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LeaseAdapterTest {
  private static final LeaseRequest MAIL =
      LeaseRequest.newBuilder().addQueues(queue("mail")).build();

  @Test
  void absentFieldsHaveTheirDefaults() {
    assertThat(adapt(MAIL))
        .isEqualTo(
            new Command.Lease(
                new Source.Queues(List.of(QueueName.of("mail"))),
                1,
                60_000,
                null,
                0,
                new Holder("10.0.0.1:5", "10.0.0.1:5"),
                null));
  }

  @Test
  void leaseCarriesAllItsFields() {
    var request =
        lease(7, queue("urgent"), queue("mail")).toBuilder()
            .setLeaseTime(seconds(5))
            .setMaxPid(bytes(""))
            .setWait(Duration.newBuilder().setNanos(1))
            .setRequest(request("me", 3))
            .build();

    assertThat(adapt(request))
        .isEqualTo(
            new Command.Lease(
                new Source.Queues(List.of(QueueName.of("urgent"), QueueName.of("mail"))),
                7,
                5000,
                Pid.EMPTY,
                1,
                new Holder("worker", "10.0.0.1:5"),
                new RequestId("me", 3)));
  }

  @Test
  void patternIsOfOneGroupOrOfAll() {
    var inGroup = pattern("m.*").toBuilder().setGroup("tenant").build();

    assertThat(adapt(lease(1, pattern("m.*"))).source()).isEqualTo(matching("", "m.*"));
    assertThat(adapt(lease(1, inGroup)).source()).isEqualTo(matching("tenant", "m.*"));
    assertThat(adapt(lease(1, Messages.everywhere("m.*"))).source())
        .isEqualTo(new Source.Matching(new NameFilter(null, NamePattern.of("m.*"))));
  }

  static Stream<Arguments> badLeases() {
    return Stream.of(
        arguments("neither", LeaseRequest.newBuilder(), ErrorCode.INVALID),
        arguments("both", MAIL.toBuilder().setPattern(pattern(".*")), ErrorCode.INVALID),
        arguments("empty pattern", lease(1, pattern("")).toBuilder(), ErrorCode.INVALID),
        arguments("no pattern", lease(1, pattern("(")).toBuilder(), ErrorCode.INVALID),
        arguments(
            "long pattern", lease(1, pattern("a".repeat(257))).toBuilder(), ErrorCode.TOO_LARGE),
        arguments(
            "large pattern", lease(1, pattern("(a{100}){101}")).toBuilder(), ErrorCode.INVALID),
        arguments(
            "group and all groups",
            lease(1, Pattern.newBuilder().setRegex("a").setGroup("g").setAllGroups(true).build())
                .toBuilder(),
            ErrorCode.INVALID),
        arguments("empty name", lease(1, queue("")).toBuilder(), ErrorCode.INVALID),
        arguments(
            "too many queues",
            LeaseRequest.newBuilder().addAllQueues(Collections.nCopies(10_001, queue("a"))),
            ErrorCode.TOO_LARGE),
        arguments("too many tasks", MAIL.toBuilder().setMaxTasks(10_001), ErrorCode.TOO_LARGE),
        arguments("far too many tasks", MAIL.toBuilder().setMaxTasks(-1), ErrorCode.TOO_LARGE),
        arguments("no lease time", MAIL.toBuilder().setLeaseTime(seconds(0)), ErrorCode.INVALID),
        arguments(
            "negative lease time", MAIL.toBuilder().setLeaseTime(seconds(-1)), ErrorCode.INVALID),
        arguments(
            "long lease time",
            MAIL.toBuilder().setLeaseTime(seconds(36_525L * 86_400 + 1)),
            ErrorCode.INVALID),
        arguments("negative wait", MAIL.toBuilder().setWait(seconds(-1)), ErrorCode.INVALID),
        arguments("long wait", MAIL.toBuilder().setWait(seconds(86_401)), ErrorCode.INVALID),
        arguments("long PID", MAIL.toBuilder().setMaxPid(bytes(1025)), ErrorCode.TOO_LARGE),
        arguments("long holder", MAIL.toBuilder().setHolder("h".repeat(257)), ErrorCode.TOO_LARGE),
        arguments("no sequence", MAIL.toBuilder().setRequest(request("me", 0)), ErrorCode.INVALID));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badLeases")
  void badLeaseIsRefused(String what, LeaseRequest.Builder bad, ErrorCode code) {
    var problem = refusalOf(() -> adapt(bad.build()));

    assertThat(problem.code()).as(what).isEqualTo(code);
  }

  @Test
  void everythingAtItsLimitIsTaken() {
    var atLimit =
        LeaseRequest.newBuilder()
            .addAllQueues(Collections.nCopies(10_000, queue("a")))
            .setMaxTasks(10_000)
            .setLeaseTime(seconds(36_525L * 86_400))
            .setWait(seconds(86_400))
            .setMaxPid(bytes(1024))
            .setHolder("h".repeat(256));

    assertThat(adapt(atLimit.build()).maxTasks()).isEqualTo(10_000);
  }

  private static Command.Lease adapt(LeaseRequest request) {
    return LeaseAdapter.command(request, "10.0.0.1:5", Limits.DEFAULT);
  }

  private static Source matching(String group, String regex) {
    return new Source.Matching(new NameFilter(group, NamePattern.of(regex)));
  }
}
