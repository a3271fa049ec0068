package dev.millrace.node;

import dev.millrace.node.home.StoreReader.Answered;
import java.util.concurrent.CompletableFuture;

/** What the execute stage is told. */
sealed interface ExecuteEvent {
  /**
   * Execute a call, unless its caller has gone or it has waited for too long.
   *
   * @param sinceNanos when it was submitted
   */
  record Submitted(Call call, CallClass kind, long bytes, long sinceNanos, Caller caller)
      implements ExecuteEvent {}

  /** A caller has gone. */
  record Gone(long caller) implements ExecuteEvent {}

  /** What a slot asked for was read; {@link LoadStage#taken} is to be told. */
  record Read(Answered answered, int kibibytes) implements ExecuteEvent {}

  /** The store has taken a layer. */
  record Taken(Applied applied) implements ExecuteEvent {}

  /** The journal is long: freeze the slots that keep it so, if that pays. */
  record FreezeOldest(long journalBytes) implements ExecuteEvent {}

  /** Freeze all slots; completed when the store has flushed all that was executed before. */
  record FreezeAll(CompletableFuture<Void> flushed) implements ExecuteEvent {}

  /** Whether a caller is still there. */
  final class Caller {
    private volatile boolean gone;

    void leave() {
      gone = true;
    }

    boolean hasGone() {
      return gone;
    }
  }
}
