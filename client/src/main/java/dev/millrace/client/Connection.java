package dev.millrace.client;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server, made again when it breaks: acts on what its {@link CallFlow} decides.
 *
 * <p><b>Threads.</b> A caller puts its call on a stack and, when that was empty, wakes the thread
 * of the connection. That one takes all that is there, writes it as one message, and completes
 * callers when replies come. So a lone call leaves at once, and what comes while the thread is busy
 * goes together. Everything but the stack belongs to that thread.
 *
 * <p><b>In turns.</b> Many callers that are answered together, and call again at once, don't go
 * together again: each {@link #TURN_CALLS} of them leave before the next is answered. Else client,
 * network, server and disk would wait for each other, one at work for all of them at a time.
 */
final class Connection implements CallStream.Listener {
  /** Replies have up to 8 MiB of data, 2 MiB of PIDs, and what belongs to them. */
  static final int REPLY_BYTES_MAX = 32 << 20;

  /** After so long without a sign of the server it is pinged. */
  static final long PING_SECONDS = 30;

  static final long PING_TIMEOUT_SECONDS = 10;

  /** Fewer would be more messages, and syncs, than they save waiting. */
  static final int TURN_CALLS = 128;

  private final EventLoop loop = TransportLoop.acquire();
  private final ManagedChannel channel;
  private final CallOptions options;
  private final StreamOpener opener;
  private final ByteString client;
  private final CallFlow flow;
  private final Backoff backoff;
  private final AtomicReference<@Nullable PendingCall<?>> added = new AtomicReference<>();
  private final Runnable takeAdded = this::takeAdded;
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();

  // Of the loop's thread.
  private @Nullable CallStream stream;
  private int failures;
  private long connectNanos;
  private long wakeNanos = CallFlow.NEVER;
  private boolean isAnswering;
  private int addedOfTurn;
  private boolean isClosing;
  private boolean isClosed;

  private final AtomicLong messages = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong streams = new AtomicLong();

  Connection(
      String address, Credentials credentials, String client, CallFlow flow, Backoff backoff) {
    this.client = ByteString.copyFromUtf8(client);
    this.flow = flow;
    this.backoff = backoff;
    this.options =
        credentials
            .forCalls()
            .map(CallOptions.DEFAULT::withCallCredentials)
            .orElse(CallOptions.DEFAULT);
    this.channel =
        NettyChannelBuilder.forTarget(address, credentials.forChannel())
            .eventLoopGroup(loop)
            .channelType(TransportLoop.channelType())
            .directExecutor()
            .disableRetry()
            .maxInboundMessageSize(REPLY_BYTES_MAX)
            .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .build();
    this.opener = new StreamOpener(address, credentials, channel, options, loop);
  }

  EventLoop loop() {
    return loop;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** What every call needs to be known by. */
  CallOptions options() {
    return options;
  }

  /** Makes the connection before the first call needs it. */
  void open() {
    loop.execute(this::connect);
  }

  /** Takes a call over. */
  void submit(PendingCall<?> call) {
    PendingCall<?> before;
    do {
      before = added.get();
      call.next = before;
    } while (!added.compareAndSet(before, call));
    if (loop.inEventLoop() && isAnswering) {
      // Taken when the last one is answered, if not before.
      if (++addedOfTurn == TURN_CALLS) {
        takeAdded();
      }
    } else if (before == null) {
      loop.execute(takeAdded);
    }
  }

  private void takeAdded() {
    addedOfTurn = 0;
    PendingCall<?> first = null;
    for (PendingCall<?> call = added.getAndSet(null); call != null; ) {
      PendingCall<?> before = call.next;
      call.next = first;
      first = call;
      call = before;
    }
    for (PendingCall<?> call = first; call != null; ) {
      PendingCall<?> after = call.next;
      call.next = null;
      flow.add(call);
      call = after;
    }
    if (isClosed) {
      flow.close();
    } else {
      write();
    }
  }

  /** Sends what can be sent. */
  private void write() {
    if (stream == null && flow.needsConnection()) {
      connectWhenDue();
    }
    CallStream open = stream;
    while (open != null && open.equals(stream) && flow.hasReady() && open.isReady()) {
      List<WireCall> message = flow.takeMessage();
      if (!message.isEmpty()) {
        messages.incrementAndGet();
        calls.addAndGet(message.stream().mapToInt(call -> call.callers.size()).sum());
        open.send(new CallMessage(message, flow, client, System.nanoTime()));
      }
    }
    if (isClosing && flow.isQuiet()) {
      quiet.complete(null);
    }
    wakeInTime();
  }

  private void connectWhenDue() {
    if (connectNanos == 0 || connectNanos - System.nanoTime() <= 0) {
      connect();
    }
  }

  private void connect() {
    if (stream != null || isClosed) {
      return;
    }
    streams.incrementAndGet();
    opener.open(this, opened -> stream = opened);
  }

  private void wakeInTime() {
    boolean waitsToConnect = stream == null && flow.needsConnection();
    long next =
        waitsToConnect ? Math.min(flow.nextWakeNanos(), connectNanos) : flow.nextWakeNanos();
    if (next < wakeNanos) {
      wakeNanos = next;
      long nanos = Math.max(0, next - System.nanoTime());
      var _ = loop.schedule(() -> wake(next), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void wake(long scheduled) {
    if (isClosed) {
      return;
    }
    if (scheduled == wakeNanos) {
      wakeNanos = CallFlow.NEVER;
    }
    flow.tick(System.nanoTime());
    write();
  }

  @Override
  public void ready(CallStream ready) {
    if (ready.equals(stream)) {
      write();
    }
  }

  @Override
  public void replied(CallStream to, BatchReply message) {
    if (!to.equals(stream)) {
      return;
    }
    failures = 0;
    long nowNanos = System.nanoTime();
    isAnswering = true;
    try {
      for (CallReply reply : message.getRepliesList()) {
        flow.replied(reply, nowNanos);
      }
    } finally {
      isAnswering = false;
      // Not after what else the thread has to read: the server has work meanwhile.
      takeAdded();
    }
  }

  @Override
  public void ended(CallStream ended, Problem problem) {
    if (!ended.equals(stream)) {
      return;
    }
    stream = null;
    failures++;
    connectNanos = System.nanoTime() + backoff.connectNanos(failures);
    if (problem.getCode() == ErrorCode.UNAUTHENTICATED) {
      // Said before a call is looked at, and it would be said again; later calls may be luckier.
      flow.refuse(problem, false);
    } else {
      flow.broken(problem);
    }
    if (!isClosed) {
      write();
    }
  }

  /**
   * Takes no more calls, waits so long for the replies that are due, and gives up what has none.
   */
  void close(long patienceNanos) {
    loop.execute(
        () -> {
          isClosing = true;
          write();
        });
    try {
      quiet.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // What is left has waited long enough.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var ended = new CompletableFuture<Void>();
    loop.execute(() -> end(ended));
    ended.join();
    TransportLoop.release();
  }

  private void end(CompletableFuture<Void> ended) {
    isClosed = true;
    CallStream open = stream;
    stream = null;
    if (open != null) {
      open.cancel();
    }
    flow.close();
    channel.shutdownNow();
    ended.complete(null);
  }

  long messages() {
    return messages.get();
  }

  long calls() {
    return calls.get();
  }

  long streams() {
    return streams.get();
  }
}
