package dev.millrace.node.wire;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.node.AnswerGroup;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A stream of calls, one or more in a message, answered as they are ready, all that are ready in
 * one message.
 *
 * <p><b>Bounds.</b> A call counts from its arrival until its reply is handed to the transport,
 * which takes none while the reader is slow. The next message is requested only while fewer than
 * {@link #CALLS_MAX} calls, of fewer than {@link #BYTES_MAX} bytes, are under way; it may pass
 * these bounds by its own size, which {@link BatchCall#check} bounds. So a reader that stops
 * reading stops its own calls, and nothing grows.
 *
 * <p><b>End.</b> When the caller has sent its last call, the stream completes after the last reply.
 * When the caller goes, waiting leases are cancelled, and grants whose replies were not handed to
 * the transport are given back. The same happens after a message that is over a limit, which ends
 * the stream with that problem, and when replies wait and the reader takes none for long. A server
 * that goes down ends the stream after the last reply, with {@code STOPPING}: what has no reply
 * then was not executed.
 */
final class StreamCall implements StreamObserver<BatchRequest> {
  static final int CALLS_MAX = 1024;
  static final long BYTES_MAX = Wire.MESSAGE_BYTES_MAX;

  /**
   * A message with several replies has no more than this. The costs of a message are nothing beside
   * so many bytes, and grants that are handed to the transport can't be given back any more.
   */
  private static final int REPLY_BYTES_MAX = 256 << 10;

  private static final Problem GOING_DOWN =
      new Problem(ErrorCode.STOPPING, "the server is going down");

  private static final Problem UNREAD =
      new Problem(ErrorCode.OUTCOME_UNKNOWN, "the replies of this stream were not read");

  private final CommandPath path;
  private final Calls calls;
  private final Caller caller;
  private final Streams streams;
  private final ServerCallStreamObserver<BatchReply> observer;
  private final Outbox<StreamedCall> outbox;
  private final Consumer<StreamedCall> onOutcome = this::answered;

  // Guarded by this.
  /** Calls that may wait. */
  private final Set<StreamedCall> waiting = new LinkedHashSet<>();

  private int callsUnderWay;
  private long bytesUnderWay;
  private boolean isRequested;
  private boolean isHalfClosed;
  private boolean isEnding;
  private boolean isOver;

  /** What {@link Outbox#sentBeforeStuck} was, and since when it is. */
  private long stuckAt = -1;

  private long stuckNanos;

  private StreamCall(
      CommandPath path,
      Calls calls,
      Caller caller,
      Streams streams,
      ServerCallStreamObserver<BatchReply> observer) {
    this.path = path;
    this.calls = calls;
    this.caller = caller;
    this.streams = streams;
    this.observer = observer;
    this.outbox =
        new Outbox<>(observer::isReady, StreamedCall::replyBytes, REPLY_BYTES_MAX, this::send);
  }

  static StreamObserver<BatchRequest> of(
      CommandPath path,
      Calls calls,
      Caller caller,
      Streams streams,
      StreamObserver<BatchReply> observer) {
    StreamCall stream =
        new StreamCall(
            path, calls, caller, streams, (ServerCallStreamObserver<BatchReply>) observer);
    stream.observer.disableAutoRequest();
    stream.observer.setOnReadyHandler(stream.outbox::drain);
    stream.observer.setOnCancelHandler(stream::cancelled);
    streams.add(stream);
    stream.requestNext();
    return stream;
  }

  private void requestNext() {
    synchronized (this) {
      if (isRequested
          || isHalfClosed
          || isEnding
          || isOver
          || callsUnderWay >= CALLS_MAX
          || bytesUnderWay >= BYTES_MAX) {
        return;
      }
      isRequested = true;
    }
    observer.request(1);
  }

  @Override
  public void onNext(BatchRequest message) {
    try {
      BatchCall.check(message);
    } catch (QueueException e) {
      refuse(e.problem());
      return;
    }
    int bytes = message.getSerializedSize();
    synchronized (this) {
      if (isOver) {
        return;
      }
      callsUnderWay += message.getCallsCount();
      bytesUnderWay += bytes;
    }
    // Calls that are refused at once leave together too.
    AnswerGroup.give(() -> start(message, bytes));
    synchronized (this) {
      isRequested = false;
    }
    requestNext();
  }

  private void start(BatchRequest message, int bytes) {
    int bytesLeft = bytes;
    var quick = new QuickRefusal(caller.pathOr(path));
    for (int i = 0; i < message.getCallsCount(); i++) {
      Call call = message.getCalls(i);
      // The last one bears what belongs to none.
      boolean isLast = i == message.getCallsCount() - 1;
      int callBytes = isLast ? bytesLeft : call.getSerializedSize();
      bytesLeft -= callBytes;
      var streamed = new StreamedCall(callBytes, onOutcome);
      var refusal = quick.of(call);
      if (refusal.isPresent()) {
        streamed.accept(refusal.get(), Grants.NONE);
        continue;
      }
      Pending pending = calls.start(call, caller, streamed);
      if (call.hasLease()) {
        keep(streamed, pending);
      }
    }
    streams.refusals().add(quick.refusals());
    if (message.getCallsCount() == 0) {
      done(0, bytes);
    }
  }

  private void keep(StreamedCall call, Pending pending) {
    synchronized (this) {
      if (!isOver) {
        if (!call.hasOutcome()) {
          call.pending = pending;
          waiting.add(call);
        }
        return;
      }
    }
    pending.cancel();
  }

  private void answered(StreamedCall call) {
    synchronized (this) {
      if (call.pending != null) {
        waiting.remove(call);
      }
    }
    if (!outbox.add(call)) {
      call.grants().giveBack(path);
    }
  }

  private void send(List<StreamedCall> answered) {
    BatchReply.Builder message = BatchReply.newBuilder();
    long requestBytes = 0;
    for (StreamedCall call : answered) {
      message.addReplies(call.reply());
      requestBytes += call.requestBytes();
    }
    try {
      observer.onNext(message.build());
    } catch (IllegalStateException e) {
      // The call was closed under our hands, by a message that can't be parsed.
      answered.forEach(call -> call.grants().giveBack(path));
    }
    done(answered.size(), requestBytes);
  }

  private void done(int answered, long requestBytes) {
    synchronized (this) {
      callsUnderWay -= answered;
      bytesUnderWay -= requestBytes;
    }
    endIfDone();
    requestNext();
  }

  @Override
  public void onCompleted() {
    synchronized (this) {
      isHalfClosed = true;
    }
    endIfDone();
  }

  /** Takes no more messages, and ends after the last reply. */
  void end() {
    synchronized (this) {
      isEnding = true;
    }
    endIfDone();
  }

  /** Ends the stream if replies wait, and its reader has taken nothing for so long. */
  void endIfUnread(long nowNanos, long nanosMax) {
    long sent = outbox.sentBeforeStuck();
    synchronized (this) {
      if (sent != stuckAt || sent < 0) {
        stuckAt = sent;
        stuckNanos = nowNanos;
        return;
      }
      if (isOver || nowNanos - stuckNanos < nanosMax) {
        return;
      }
    }
    refuse(UNREAD);
  }

  /** Ends the stream if no more calls come and the last reply has gone. */
  private void endIfDone() {
    boolean isComplete;
    synchronized (this) {
      if (isOver || callsUnderWay > 0 || !(isHalfClosed || isEnding)) {
        return;
      }
      isOver = true;
      isComplete = isHalfClosed;
    }
    streams.remove(this);
    try {
      if (isComplete) {
        observer.onCompleted();
      } else {
        observer.onError(ProblemAdapter.exception(GOING_DOWN));
      }
    } catch (IllegalStateException e) {
      // The call was closed under our hands, as in send().
    }
  }

  @Override
  public void onError(Throwable cause) {
    // The handler of cancellation has been called.
  }

  private void refuse(Problem problem) {
    cancelled();
    observer.onError(ProblemAdapter.exception(problem));
  }

  private void cancelled() {
    List<Pending> pending;
    synchronized (this) {
      isOver = true;
      pending = waiting.stream().map(call -> call.pending).filter(Objects::nonNull).toList();
      waiting.clear();
    }
    streams.remove(this);
    outbox.close().forEach(call -> call.grants().giveBack(path));
    pending.forEach(Pending::cancel);
  }
}
