package dev.millrace.node.wire;

import dev.millrace.api.v1.LeaseReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.wire.LeaseRoute.Share;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks slots one after the other, without waiting for tasks, for what a lease still lacks. A slot
 * that refuses ends the round.
 *
 * <p>Used by one thread at a time: the one that submits, or the one that brings the answer.
 */
final class LeaseRound {
  private final CommandPath path;
  private final LeaseTerms terms;
  private final List<Share> shares;
  private final long dataBytesMax;
  private final Recipient<?> to;
  private final Runnable onEnd;

  private final LeaseReply.Builder reply = LeaseReply.newBuilder();
  private final List<Grants.Grant> grants = new ArrayList<>();
  private final Set<Integer> grantors = new HashSet<>();
  private @Nullable Problem problem;
  private long dataBytes;
  private int next;
  private volatile boolean isStopped;

  /**
   * @param dataBytesMax no further slot is asked once the reply has this much data
   * @param to hears of defects
   * @param onEnd called once; then the round tells what it got
   */
  LeaseRound(
      CommandPath path,
      LeaseTerms terms,
      List<Share> shares,
      long dataBytesMax,
      Recipient<?> to,
      Runnable onEnd) {
    this.path = path;
    this.terms = terms;
    this.shares = shares;
    this.dataBytesMax = dataBytesMax;
    this.to = to;
    this.onEnd = onEnd;
  }

  void run() {
    while (goesOn()) {
      Share share = shares.get(next++);
      if (isServed(share)) {
        continue;
      }
      // An answer may come before submit returns. Then this loop goes on, else the answer does:
      // the second of the two. Otherwise many ready answers would nest as deep as there are slots.
      AtomicBoolean isSecond = new AtomicBoolean();
      Ask ask = terms.ask(share, terms.lease().maxTasks() - reply.getTasksCount(), 0);
      var _ =
          ask.submit(
              path,
              terms.caller(),
              answer ->
                  to.attempt(
                      () -> {
                        take(answer);
                        if (isSecond.getAndSet(true)) {
                          run();
                        }
                      }));
      if (!isSecond.getAndSet(true)) {
        return;
      }
    }
    onEnd.run();
  }

  private boolean goesOn() {
    return next < shares.size()
        && reply.getTasksCount() < terms.lease().maxTasks()
        && dataBytes < dataBytesMax
        && problem == null
        && !isStopped;
  }

  /** A slot that has granted would answer the same request with the same grant again. */
  private boolean isServed(Share share) {
    return terms.lease().request() != null && grantors.contains(share.slot());
  }

  private void take(Answer answer) {
    try {
      Granted granted = Replies.of(answer, Granted.class);
      if (!granted.tasks().isEmpty()) {
        take(answer, granted);
      }
    } catch (QueueException e) {
      problem = e.problem();
    }
  }

  private void take(Answer answer, Granted granted) {
    LeaseAdapter.add(reply, answer, granted);
    grants.addAll(Grants.of(answer, granted).list());
    grantors.add(answer.slot());
    for (LeasedTask leased : granted.tasks()) {
      dataBytes += leased.task().data().size();
    }
  }

  /** The caller has gone: asks no further slot. */
  void stop() {
    isStopped = true;
  }

  boolean gotNothing() {
    return grants.isEmpty();
  }

  LeaseReply reply() {
    return reply.build();
  }

  Grants grants() {
    return new Grants(grants);
  }

  /** Why the round ended early, if a slot refused. */
  @Nullable Problem problem() {
    return problem;
  }
}
