package dev.millrace.node.wire;

import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Pending;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stream of calls, answered as they are ready.
 *
 * <p><b>Bounds.</b> A call counts from its arrival until its reply is handed to the transport,
 * which takes none while the reader is slow. The next call is requested only while fewer than
 * {@link #CALLS_MAX} calls, of fewer than {@link #BYTES_MAX} bytes, are under way. So a reader that
 * stops reading stops its own calls, and nothing grows.
 *
 * <p><b>End.</b> When the caller has sent its last call, the stream completes after the last reply.
 * When the caller goes, waiting leases are cancelled, and grants whose replies were not handed to
 * the transport are given back.
 */
final class StreamCall implements StreamObserver<Call> {
  static final int CALLS_MAX = 1024;
  static final long BYTES_MAX = Wire.MESSAGE_BYTES_MAX;

  /** A call under way. */
  private static final class Running {
    final int bytes;

    /** Guarded by the stream. */
    @Nullable Pending pending;

    Running(int bytes) {
      this.bytes = bytes;
    }
  }

  private record Parcel(CallReply reply, Grants grants, int requestBytes) {}

  private final CommandPath path;
  private final Calls calls;
  private final Caller caller;
  private final ServerCallStreamObserver<CallReply> observer;
  private final Outbox<Parcel> outbox;

  // Guarded by this.
  private final Set<Running> running = new LinkedHashSet<>();
  private int callsUnderWay;
  private long bytesUnderWay;
  private boolean isRequested;
  private boolean isHalfClosed;
  private boolean isOver;

  private StreamCall(
      CommandPath path, Calls calls, Caller caller, ServerCallStreamObserver<CallReply> observer) {
    this.path = path;
    this.calls = calls;
    this.caller = caller;
    this.observer = observer;
    this.outbox = new Outbox<>(observer::isReady, this::send);
  }

  static StreamObserver<Call> of(
      CommandPath path, Calls calls, Caller caller, StreamObserver<CallReply> observer) {
    StreamCall stream =
        new StreamCall(path, calls, caller, (ServerCallStreamObserver<CallReply>) observer);
    stream.observer.disableAutoRequest();
    stream.observer.setOnReadyHandler(stream.outbox::drain);
    stream.observer.setOnCancelHandler(stream::cancelled);
    stream.requestNext();
    return stream;
  }

  private void requestNext() {
    synchronized (this) {
      if (isRequested
          || isHalfClosed
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
  public void onNext(Call call) {
    Running one = new Running(call.getSerializedSize());
    synchronized (this) {
      isRequested = false;
      callsUnderWay++;
      bytesUnderWay += one.bytes;
      running.add(one);
    }
    Pending pending = calls.start(call, caller, (reply, grants) -> answered(one, reply, grants));
    boolean tooLate;
    synchronized (this) {
      one.pending = pending;
      tooLate = isOver;
    }
    if (tooLate) {
      pending.cancel();
    }
    requestNext();
  }

  private void answered(Running one, CallReply reply, Grants grants) {
    synchronized (this) {
      running.remove(one);
    }
    if (!outbox.add(new Parcel(reply, grants, one.bytes))) {
      grants.giveBack(path);
    }
  }

  private void send(Parcel parcel) {
    try {
      observer.onNext(parcel.reply());
    } catch (IllegalStateException e) {
      // The call was closed under our hands, by a message that can't be parsed.
      parcel.grants().giveBack(path);
    }
    boolean isLast;
    synchronized (this) {
      callsUnderWay--;
      bytesUnderWay -= parcel.requestBytes();
      isLast = isHalfClosed && callsUnderWay == 0 && !isOver;
      isOver |= isLast;
    }
    if (isLast) {
      observer.onCompleted();
    } else {
      requestNext();
    }
  }

  @Override
  public void onCompleted() {
    boolean isIdle;
    synchronized (this) {
      isHalfClosed = true;
      isIdle = callsUnderWay == 0 && !isOver;
      isOver |= isIdle;
    }
    if (isIdle) {
      observer.onCompleted();
    }
  }

  @Override
  public void onError(Throwable cause) {
    // The handler of cancellation has been called.
  }

  private void cancelled() {
    List<Pending> pending;
    synchronized (this) {
      isOver = true;
      pending = running.stream().map(one -> one.pending).filter(Objects::nonNull).toList();
      running.clear();
    }
    outbox.close().forEach(parcel -> parcel.grants().giveBack(path));
    pending.forEach(Pending::cancel);
  }
}
