package dev.millrace.node.wire;

import dev.millrace.api.v1.LeaseReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.node.wire.LeaseRoute.Share;
import dev.millrace.queue.Problem;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A lease over several slots, with one grant from each: first a {@link LeaseRound}; when that gets
 * nothing, and the caller wants to wait, a {@link LeaseWait} for the time that is left.
 */
final class ScatteredLease implements Pending {
  private final LeaseTerms terms;
  private final List<Share> shares;
  private final Recipient<LeaseReply> to;
  private final LeaseRound round;
  private final LeaseWait wait;
  private final long waitUntilNanos;
  private volatile boolean isCancelled;

  ScatteredLease(
      CommandPath path,
      LeaseTerms terms,
      List<Share> shares,
      long dataBytesMax,
      Recipient<LeaseReply> to) {
    this.terms = terms;
    this.shares = shares;
    this.to = to;
    this.round = new LeaseRound(path, terms, shares, dataBytesMax, to, this::endRound);
    this.wait = new LeaseWait(path, to);
    this.waitUntilNanos =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(terms.lease().waitMillis());
  }

  void start() {
    to.attempt(round::run);
  }

  private void endRound() {
    Problem problem = round.problem();
    if (!round.gotNothing()) {
      to.reply(round.reply(), round.grants());
    } else if (problem != null) {
      to.problem(problem);
    } else {
      waitOrReply();
    }
  }

  private void waitOrReply() {
    long leftNanos = waitUntilNanos - System.nanoTime();
    if (leftNanos <= 0 || isCancelled) {
      to.reply(LeaseReply.getDefaultInstance());
      return;
    }
    long leftMillis = Math.min(terms.lease().waitMillis(), Math.ceilDiv(leftNanos, 1_000_000L));
    List<Ask> asks =
        LeaseRoute.perSlot(shares).stream()
            .map(share -> terms.ask(share, terms.lease().maxTasks(), leftMillis))
            .toList();
    wait.start(terms.caller(), asks);
  }

  @Override
  public void cancel() {
    isCancelled = true;
    round.stop();
    wait.cancel();
  }
}
