package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessTable;
import dev.millrace.node.access.AccessTable.Row;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Token;
import dev.millrace.node.access.Verb;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every call of the protocol, with no, a wrong, an expired token, and with every set of verbs. */
class AccessMatrixTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final String TOKEN = "visitor";

  private static WireServer server;
  private static Gate gate;

  @BeforeAll
  static void start() {
    gate = Gate.of(Access.NONE, InstantSource.fixed(NOW), new Audit(System::nanoTime));
    server = WireServer.start(Limits.DEFAULT, gate);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<Row> rows() {
    return AccessTable.rows();
  }

  @Test
  void everyMethodHasARow() {
    assertThat(rows().stream().map(Row::method).distinct())
        .containsExactlyInAnyOrderElementsOf(
            MillraceGrpc.getServiceDescriptor().getMethods().stream()
                .map(MethodDescriptor::getBareMethodName)
                .toList());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void nobodyIsRefusedWithoutAToken(Row row) {
    allow("admin */*");

    assertThat(outcome(server.channel, row)).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void wrongTokenIsRefused(Row row) {
    allow("admin */*");

    for (String wrong :
        List.of("Bearer ", "Bearer other", "Basic " + TOKEN, TOKEN, "Bearer" + TOKEN)) {
      assertThat(outcome(Visitor.with(server.channel, wrong), row))
          .as(wrong)
          .isEqualTo(ErrorCode.UNAUTHENTICATED);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void twoTokensAreRefused(Row row) {
    allow("admin */*");
    Channel twice = Visitor.bearing(Visitor.bearing(server.channel, TOKEN), "other");

    assertThat(outcome(twice, row)).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void expiredTokenIsRefused(Row row) {
    gate.change(
        AccessText.parse(
            "access",
            "principal a\ntoken %s expires %s\nallow admin */*\n"
                .formatted(Token.hash(TOKEN), NOW)));

    assertThat(outcome(visitor(), row)).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everySetOfVerbsAllowsWhatItNames(Row row) {
    for (Set<Verb> verbs : allSets()) {
      boolean isAllowed = verbs.contains(Verb.ADMIN) || verbs.containsAll(row.needs());
      check(row, verbs, "/" + AccessTable.QUEUE, isAllowed && !row.isServer());
      if (row.isServer()) {
        check(row, verbs, "*/*", isAllowed);
      }
    }
  }

  private static List<Set<Verb>> allSets() {
    List<Set<Verb>> sets = new ArrayList<>(List.of(Set.of()));
    for (Verb verb : Verb.values()) {
      for (Set<Verb> without : List.copyOf(sets)) {
        Set<Verb> with = new HashSet<>(without);
        with.add(verb);
        sets.add(with);
      }
    }
    return sets;
  }

  private static void check(Row row, Set<Verb> verbs, String queues, boolean isAllowed) {
    allow(verbs.stream().map(verb -> verb.word() + " " + queues).toArray(String[]::new));
    int before = submitted();

    ErrorCode outcome = outcome(visitor(), row);

    if (isAllowed) {
      assertThat(outcome)
          .as("%s on %s", verbs, queues)
          .isNotIn(ErrorCode.PERMISSION_DENIED, ErrorCode.UNAUTHENTICATED);
    } else {
      assertThat(outcome).as("%s on %s", verbs, queues).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(submitted()).as("commands").isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void rightsOnOtherQueuesDontCount(Row row) {
    allow("admin other/*", "admin /other*", "admin /qq*");
    boolean isOnPattern =
        row.request().toString().contains("regex")
            || Set.of("ListQueues", "Stats", "RenewAll").contains(row.method());

    // A pattern is narrowed to what is allowed, and not refused.
    assertThat(outcome(visitor(), row) == ErrorCode.PERMISSION_DENIED).isEqualTo(!isOnPattern);
  }

  private static int submitted() {
    return server.path.submitted(Command.class).size();
  }

  private static void allow(String... rules) {
    gate.change(Visitor.access(TOKEN, rules));
  }

  private static Channel visitor() {
    return Visitor.bearing(server.channel, TOKEN);
  }

  /** The code of its problem, in the status or in its only reply; unspecified for none. */
  private static ErrorCode outcome(Channel channel, Row row) {
    try {
      Message reply = call(channel, method(row.method()), row.request());
      return reply instanceof BatchReply batch
          ? batch.getReplies(0).getProblem().getCode()
          : ErrorCode.ERROR_CODE_UNSPECIFIED;
    } catch (StatusRuntimeException e) {
      return Messages.problem(e).getCode();
    }
  }

  private static MethodDescriptor<?, ?> method(String name) {
    return MillraceGrpc.getServiceDescriptor().getMethods().stream()
        .filter(method -> name.equals(method.getBareMethodName()))
        .findFirst()
        .orElseThrow();
  }

  @SuppressWarnings("unchecked")
  private static <Q> Message call(Channel channel, MethodDescriptor<Q, ?> method, Message request) {
    var options = CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS);
    if (method.getType().clientSendsOneMessage()) {
      return (Message) ClientCalls.blockingUnaryCall(channel, method, options, (Q) request);
    }
    Received<Q, Object> received = Received.create();
    var stream =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall((MethodDescriptor<Q, Object>) method, options), received);
    stream.onNext((Q) request);
    try {
      return (Message) received.await(1).getFirst();
    } catch (AssertionError e) {
      if (e.getCause() instanceof StatusRuntimeException status) {
        throw status;
      }
      throw e;
    } finally {
      received.cancel();
    }
  }
}
