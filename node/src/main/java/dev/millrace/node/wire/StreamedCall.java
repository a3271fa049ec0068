package dev.millrace.node.wire;

import dev.millrace.api.v1.CallReply;
import dev.millrace.node.CommandPath.Pending;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of a stream: what it counts for, what cancels it, and its outcome once it has one. */
final class StreamedCall implements BiConsumer<CallReply, Grants> {
  private final int requestBytes;
  private final Consumer<StreamedCall> onOutcome;
  private Grants grants = Grants.NONE;

  /** Written last, so that who sees it sees the grants. */
  private volatile @Nullable CallReply reply;

  /** Guarded by the stream; null for one that never waits. */
  @Nullable Pending pending;

  StreamedCall(int requestBytes, Consumer<StreamedCall> onOutcome) {
    this.requestBytes = requestBytes;
    this.onOutcome = onOutcome;
  }

  /** The outcome; comes once. */
  @Override
  public void accept(CallReply outcome, Grants granted) {
    grants = granted;
    reply = outcome;
    onOutcome.accept(this);
  }

  boolean hasOutcome() {
    return reply != null;
  }

  int requestBytes() {
    return requestBytes;
  }

  /** The outcome, which is there. */
  CallReply reply() {
    CallReply outcome = reply;
    if (outcome == null) {
      throw new IllegalStateException("the call has no outcome yet");
    }
    return outcome;
  }

  int replyBytes() {
    return reply().getSerializedSize();
  }

  Grants grants() {
    return grants;
  }
}
