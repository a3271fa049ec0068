package dev.millrace.node.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.node.access.Access.Finding;
import dev.millrace.node.access.Access.Proof;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Acl;
import dev.millrace.node.access.Principal;
import dev.millrace.node.access.Token;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.QueueException;
import java.time.Instant;

/**
 * Whatever bytes a message has: it becomes a command that is decided upon, or is refused with a
 * problem. Nothing else comes out.
 */
public final class MessageTargets {
  private static final Principal VISITOR = visitor();

  private static Principal visitor() {
    var access =
        AccessText.parse(
            "access",
            "principal a\ntoken %s\nallow enqueue,lease,list /a*\n".formatted(Token.hash("t")));
    return ((Finding.Known) access.find(new Proof.OfToken(Token.hash("t")), Instant.EPOCH))
        .principal();
  }

  private MessageTargets() {}

  public static void batch(byte[] bytes) {
    attempt(
        () -> {
          BatchRequest batch = BatchRequest.parseFrom(bytes);
          BatchCall.check(batch);
          for (Call call : batch.getCallsList()) {
            switch (call.getKindCase()) {
              case UPDATE ->
                  decide(() -> UpdateAdapter.command(call.getUpdate(), Limits.DEFAULT, ""));
              case LEASE ->
                  decide(() -> LeaseAdapter.command(call.getLease(), "here", Limits.DEFAULT));
              case KIND_NOT_SET -> {}
            }
          }
        });
  }

  public static void looks(byte[] bytes) {
    attempt(() -> decide(() -> LookAdapter.get(parsed(() -> GetRequest.parseFrom(bytes)))));
    attempt(() -> decide(() -> LookAdapter.peek(parsed(() -> PeekRequest.parseFrom(bytes)))));
    attempt(
        () ->
            decide(
                () ->
                    SurveyAdapter.command(
                        parsed(() -> ListQueuesRequest.parseFrom(bytes)).getFilter(), true)));
    attempt(
        () ->
            decide(() -> DeleteAdapter.command(parsed(() -> DeleteQueueRequest.parseFrom(bytes)))));
    attempt(
        () ->
            decide(() -> PolicyAdapter.command(parsed(() -> SetPoliciesRequest.parseFrom(bytes)))));
  }

  private interface Parsing<T> {
    T parse() throws InvalidProtocolBufferException;
  }

  private interface Adapting {
    Command command();
  }

  private interface Work {
    void run() throws InvalidProtocolBufferException;
  }

  private static <T> T parsed(Parsing<T> parsing) {
    try {
      return parsing.parse();
    } catch (InvalidProtocolBufferException e) {
      throw QueueException.invalid("not a message");
    }
  }

  private static void decide(Adapting adapting) {
    try {
      var _ = Acl.decide(VISITOR, adapting.command());
    } catch (QueueException e) {
      var _ = ProblemAdapter.exception(e.problem());
      var _ = AuditText.of(e.problem().message());
    }
  }

  private static void attempt(Work work) {
    try {
      work.run();
    } catch (InvalidProtocolBufferException | QueueException e) {
      // Refused, as it should be.
    }
  }
}
