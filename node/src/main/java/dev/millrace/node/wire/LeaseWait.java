package dev.millrace.node.wire;

import dev.millrace.api.v1.LeaseReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.queue.Reply.Granted;
import java.util.ArrayList;
import java.util.List;

/**
 * A lease that waits in several slots. The first that grants or refuses decides; the others are
 * cancelled, and what they grant nevertheless is given back.
 */
final class LeaseWait implements Pending {
  private final CommandPath path;
  private final Recipient<LeaseReply> to;

  // Guarded by this.
  private final List<Pending> waiting = new ArrayList<>();
  private boolean isDecided;
  private boolean isOver;
  private boolean isAllSubmitted;
  private int unanswered;

  LeaseWait(CommandPath path, Recipient<LeaseReply> to) {
    this.path = path;
    this.to = to;
  }

  void start(Caller caller, List<Ask> asks) {
    for (Ask ask : asks) {
      if (!begins()) {
        break;
      }
      keep(ask.submit(path, caller, answer -> to.attempt(() -> take(answer))));
    }
    synchronized (this) {
      isAllSubmitted = true;
    }
    replyIfNothingIsLeft();
  }

  private synchronized boolean begins() {
    if (!isOver) {
      unanswered++;
    }
    return !isOver;
  }

  private void keep(Pending pending) {
    synchronized (this) {
      if (!isOver) {
        waiting.add(pending);
        return;
      }
    }
    pending.cancel();
  }

  private void take(Answer answer) {
    synchronized (this) {
      unanswered--;
    }
    if (answer.reply() instanceof Granted granted) {
      if (granted.tasks().isEmpty()) {
        replyIfNothingIsLeft();
      } else {
        take(answer, granted);
      }
    } else if (decides()) {
      cancel();
      // Throws the problem.
      Replies.of(answer, Granted.class);
    }
  }

  private void take(Answer answer, Granted granted) {
    Grants grants = Grants.of(answer, granted);
    if (decides()) {
      cancel();
      LeaseReply.Builder reply = LeaseReply.newBuilder();
      LeaseAdapter.add(reply, answer, granted);
      to.reply(reply.build(), grants);
    } else {
      grants.giveBack(path);
    }
  }

  private void replyIfNothingIsLeft() {
    boolean isLeft;
    synchronized (this) {
      isLeft = isDecided || !isAllSubmitted || unanswered > 0;
      isDecided |= !isLeft;
    }
    if (!isLeft) {
      to.reply(LeaseReply.getDefaultInstance());
    }
  }

  private synchronized boolean decides() {
    boolean isFirst = !isDecided;
    isDecided = true;
    return isFirst;
  }

  @Override
  public void cancel() {
    List<Pending> cancelled;
    synchronized (this) {
      isOver = true;
      cancelled = List.copyOf(waiting);
      waiting.clear();
    }
    cancelled.forEach(Pending::cancel);
  }
}
