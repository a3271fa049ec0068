package dev.millrace.node.wire;

import dev.millrace.api.v1.CallReply;
import dev.millrace.queue.Problem;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** A call of a batch or stream: its outcome, a problem too, goes out under its number. */
final class NumberedCall<R> implements Recipient<R> {
  private final long number;
  private final BiConsumer<CallReply.Builder, R> set;
  private final BiConsumer<CallReply, Grants> to;
  private final AtomicBoolean hasOutcome = new AtomicBoolean();

  /**
   * @param set puts the reply in its place
   * @param to takes the outcome; must not throw
   */
  NumberedCall(
      long number, BiConsumer<CallReply.Builder, R> set, BiConsumer<CallReply, Grants> to) {
    this.number = number;
    this.set = set;
    this.to = to;
  }

  @Override
  public void reply(R reply, Grants grants) {
    if (!hasOutcome.getAndSet(true)) {
      CallReply.Builder message = CallReply.newBuilder().setNumber(number);
      set.accept(message, reply);
      to.accept(message.build(), grants);
    }
  }

  @Override
  public void problem(Problem problem) {
    if (!hasOutcome.getAndSet(true)) {
      to.accept(problem(number, problem), Grants.NONE);
    }
  }

  static CallReply problem(long number, Problem problem) {
    return CallReply.newBuilder()
        .setNumber(number)
        .setProblem(ProblemAdapter.message(problem))
        .build();
  }
}
