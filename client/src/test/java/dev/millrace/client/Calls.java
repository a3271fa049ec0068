package dev.millrace.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Calls and replies for tests. */
final class Calls {
  static final Queue MAIL = Elements.queue("mail");

  private Calls() {}

  /** One that repeats nothing by itself, and tells nobody. */
  static CallFlow flow(boolean isNumbering) {
    return new CallFlow(
        isNumbering,
        new RetryBudget(0, 0),
        new Backoff(new SplittableRandom(1)),
        new CallFlow.Outcomes() {
          @Override
          public void freed(PendingCall<?> call) {}

          @Override
          public void unwanted(LeaseReply reply) {}
        });
  }

  static UpdateRequest enqueue(String pid) {
    return UpdateRequest.newBuilder()
        .addElements(Elements.enqueue(MAIL, bytes(pid), ByteString.EMPTY))
        .build();
  }

  static LeaseRequest lease() {
    return LeaseRequest.newBuilder().addQueues(MAIL).setMaxTasks(1).build();
  }

  static LeaseRequest waiting(int seconds) {
    return lease().toBuilder().setWait(Duration.newBuilder().setSeconds(seconds)).build();
  }

  static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  static CallReply updated(long number) {
    return CallReply.newBuilder()
        .setNumber(number)
        .setUpdate(UpdateReply.getDefaultInstance())
        .build();
  }

  static CallReply granted(long number, String pid) {
    var task = Task.newBuilder().setQueue(MAIL).setPid(bytes(pid)).setLease(7);
    return CallReply.newBuilder()
        .setNumber(number)
        .setLease(LeaseReply.newBuilder().addTasks(task))
        .build();
  }

  static CallReply problem(long number, ErrorCode code) {
    return CallReply.newBuilder()
        .setNumber(number)
        .setProblem(Problem.newBuilder().setCode(code).setMessage("on purpose"))
        .build();
  }

  static CallReply problem(long number, ErrorCode code, int retryMillis) {
    var reply = problem(number, code).toBuilder();
    reply
        .getProblemBuilder()
        .setRetryAfter(
            Duration.newBuilder().setNanos((int) TimeUnit.MILLISECONDS.toNanos(retryMillis)));
    return reply.build();
  }
}
