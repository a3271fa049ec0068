package dev.millrace.node.line;

import com.google.protobuf.MessageLite;
import dev.millrace.line.Bodies;
import dev.millrace.line.Frame;
import dev.millrace.node.wire.MessageBytes;
import dev.millrace.node.wire.StatusProblem;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The call that a line is. Its listener is called on the thread of the connection; it may be
 * answered and closed by any.
 */
final class LineCall<Q, R> extends ServerCall<Q, R> {
  private final ServerMethodDefinition<Q, R> method;
  private final Attributes attributes;
  private final LineWriter writer;
  private final HeldReading reading;
  private final Bodies bodies;

  private final AtomicInteger demand = new AtomicInteger();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private final Runnable deliver;

  /** Messages wait until they are asked for. */
  private volatile boolean isHolding;

  private volatile boolean isCancelled;

  /** It was closed under the hands of the service. */
  private volatile boolean isRefused;

  // Of the connection's thread.
  private final Queue<Frame> arrived = new ArrayDeque<>();
  private Listener<Q> listener = new Listener<>() {};
  private boolean isDelivering;
  private boolean isHalfClosed;

  LineCall(
      ServerMethodDefinition<Q, R> method,
      Attributes attributes,
      LineWriter writer,
      HeldReading reading,
      Bodies bodies) {
    this.method = method;
    this.attributes = attributes;
    this.writer = writer;
    this.reading = reading;
    this.bodies = bodies;
    this.deliver = writer.guarded(this::deliver);
  }

  // ---- In, on the connection's thread

  void start(Metadata headers) {
    listener = method.getServerCallHandler().startCall(this, headers);
    listener.onReady();
  }

  void arrived(Frame message) {
    arrived.add(message);
    deliver();
  }

  /** The caller makes no more calls. */
  void halfClosed() {
    isHalfClosed = true;
    deliver();
  }

  void ready() {
    listener.onReady();
  }

  private void deliver() {
    if (isDelivering) {
      return;
    }
    isDelivering = true;
    try {
      while (!arrived.isEmpty() && !isClosed.get() && takeDemand()) {
        take(arrived.remove());
      }
    } finally {
      isDelivering = false;
    }
    if (isClosed.get()) {
      arrived.clear();
    } else if (isHalfClosed && arrived.isEmpty()) {
      isHalfClosed = false;
      listener.onHalfClose();
    }
    hold(!arrived.isEmpty());
  }

  /** The listener keeps nothing of the message but what it has copied. */
  private void take(Frame message) {
    var bytes = new MessageBytes(message.array(), message.length());
    listener.onMessage(method.getMethodDescriptor().parseRequest(bytes));
    bodies.give(message);
  }

  private boolean takeDemand() {
    if (demand.get() == 0) {
      // Whoever asks for more from now on, or closes, sees that something waits.
      isHolding = true;
      if (demand.get() == 0) {
        return false;
      }
    }
    demand.decrementAndGet();
    return true;
  }

  private void hold(boolean isToHold) {
    isHolding = isToHold;
    reading.hold(isToHold);
  }

  /** Whether nothing is read because nothing is asked for. */
  boolean isHolding() {
    return isHolding;
  }

  /** What came is no line: ends it with a problem, and to the service its caller has gone. */
  void refuse(byte[] problem) {
    isRefused = true;
    if (isClosed.compareAndSet(false, true)) {
      Listener<Q> informed = listener;
      listener = new Listener<>() {};
      informed.onCancel();
      writer.end(problem);
      deliver();
    }
  }

  /** The connection has gone. */
  void disconnected() {
    if (writer.hasEnded()) {
      listener.onComplete();
    } else {
      isCancelled = true;
      listener.onCancel();
    }
  }

  // ---- Of any thread

  @Override
  public void request(int number) {
    demand.addAndGet(number);
    deliverWhatWaits();
  }

  private void deliverWhatWaits() {
    if (isHolding) {
      writer.later(deliver);
    }
  }

  @Override
  public void sendHeaders(Metadata headers) {
    // A line has none.
  }

  @Override
  public void sendMessage(R message) {
    if (isClosed.get()) {
      throw new IllegalStateException("the call is closed");
    }
    writer.add((MessageLite) message);
  }

  @Override
  public void close(Status status, Metadata trailers) {
    if (isClosed.compareAndSet(false, true)) {
      writer.end(StatusProblem.bytes(status, trailers));
      deliverWhatWaits();
    } else if (!isRefused) {
      throw new IllegalStateException("the call is closed already");
    }
  }

  @Override
  public boolean isReady() {
    return writer.isReady();
  }

  @Override
  public boolean isCancelled() {
    return isCancelled;
  }

  @Override
  public MethodDescriptor<Q, R> getMethodDescriptor() {
    return method.getMethodDescriptor();
  }

  @Override
  public Attributes getAttributes() {
    return attributes;
  }
}
