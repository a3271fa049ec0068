package dev.millrace.client;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A client of a Millrace server. It is made for many threads to share: their calls go over few
 * connections, those that come at the same time in one message.
 *
 * <p><b>Failures.</b> A call that fails throws a {@link MillraceException}, whose type says what
 * may be concluded. The client makes broken connections again, and repeats what was refused because
 * of an overload or lost with a connection, within the time of the call; the server recognises a
 * repeated call, so it is executed once.
 *
 * <p><b>Tracing.</b> What is enqueued in the scope of a span of OpenTelemetry carries that on;
 * {@link TaskTrace} goes on with it where the task is worked on.
 *
 * <p><b>Blocking and asynchronous.</b> When too much is in flight, blocking calls wait and
 * asynchronous ones are refused. Futures complete on the thread of their connection: what is
 * chained to them must not block. Who makes many calls at a time, and doesn't need their order,
 * says so with {@link ClientConfig#withoutOrder}.
 */
public final class MillraceClient implements AutoCloseable {
  /** So that the sum of a time and a clock can't overflow. */
  private static final long NANOS_MAX = Long.MAX_VALUE / 4;

  private final Connections connections;
  private final ClientConfig config;
  private final long timeoutNanos;

  private MillraceClient(Connections connections, ClientConfig config) {
    this.connections = connections;
    this.config = config;
    this.timeoutNanos = Math.min(NANOS_MAX, Times.nanos(config.timeout()));
  }

  /**
   * Connects to a server; calls may be made at once, and wait for the connection.
   *
   * @param address {@code host:port}; any other that gRPC understands is for gRPC alone
   */
  public static MillraceClient connect(String address) {
    return connect(address, ClientConfig.DEFAULT);
  }

  public static MillraceClient connect(String address, ClientConfig config) {
    return new MillraceClient(new Connections(address, config), config);
  }

  /** The same client and connections, with another time for its calls. */
  public MillraceClient withTimeout(Duration timeout) {
    return new MillraceClient(connections, config.withTimeout(timeout));
  }

  // ---- Tasks

  /**
   * Enqueues a task behind all that were enqueued so.
   *
   * @return its PID
   */
  public ByteString enqueue(Queue queue, ByteString data) {
    return update(Elements.enqueue(queue, data)).getResults(0).getPid();
  }

  /** Leases up to so many tasks, none if there are none. */
  public List<Task> lease(Queue queue, int maxTasks) {
    return lease(leaseOf(queue, maxTasks).build()).getTasksList();
  }

  /** The same, and waits so long for the first. */
  public List<Task> lease(Queue queue, int maxTasks, Duration wait) {
    return lease(leaseOf(queue, maxTasks).setWait(Times.message(wait)).build()).getTasksList();
  }

  private LeaseRequest.Builder leaseOf(Queue queue, int maxTasks) {
    return LeaseRequest.newBuilder()
        .addQueues(queue)
        .setMaxTasks(maxTasks)
        .setDurability(config.durability());
  }

  /** The work on a leased task is done; the task is gone. */
  public void complete(Task task) {
    var _ = update(Elements.complete(task));
  }

  /** The work on a leased task failed; it is tried again, or goes to the dead letters. */
  public void fail(Task task, String reason) {
    var _ = update(Elements.fail(task, reason));
  }

  /** Gives a leased task back. */
  public void release(Task task) {
    var _ = update(Elements.release(task));
  }

  /** Makes a lease last so long from now; returns when it ends. */
  public Instant renew(Task task, Duration leaseTime) {
    return Times.of(update(Elements.renew(task, leaseTime)).getResults(0).getDeadline());
  }

  // ---- Any update, any lease

  /** All of it or nothing, in one consistency group. */
  public UpdateReply update(Element... elements) {
    return update(updateOf(elements));
  }

  public UpdateReply update(UpdateRequest request) {
    return connections.call(PendingCall.of(TaskTrace.given(request), deadline(timeoutNanos)));
  }

  public CompletableFuture<UpdateReply> updateAsync(Element... elements) {
    return updateAsync(updateOf(elements));
  }

  public CompletableFuture<UpdateReply> updateAsync(UpdateRequest request) {
    return connections.submit(PendingCall.of(TaskTrace.given(request), deadline(timeoutNanos)));
  }

  private UpdateRequest updateOf(Element... elements) {
    var request = UpdateRequest.newBuilder().setDurability(config.durability());
    for (Element element : elements) {
      request.addElements(element);
    }
    return request.build();
  }

  /** The call may take as long as it may wait for tasks, and the time of other calls. */
  public LeaseReply lease(LeaseRequest request) {
    return connections.call(PendingCall.of(request, deadline(timeoutNanos, request)));
  }

  /** Tasks that come for a future that was cancelled are given back. */
  public CompletableFuture<LeaseReply> leaseAsync(LeaseRequest request) {
    return connections.submit(PendingCall.of(request, deadline(timeoutNanos, request)));
  }

  private static long deadline(long nanos, LeaseRequest request) {
    return request.hasWait()
        ? deadline(Math.min(NANOS_MAX, nanos + Math.min(NANOS_MAX, waitNanos(request))))
        : deadline(nanos);
  }

  private static long waitNanos(LeaseRequest request) {
    return Times.nanos(Times.of(request.getWait()));
  }

  private static long deadline(long nanos) {
    return System.nanoTime() + nanos;
  }

  // ---- All else

  /** Calls that look at queues and look after them. */
  public MillraceAdmin admin() {
    return new MillraceAdmin(connections, timeoutNanos);
  }

  Connections connections() {
    return connections;
  }

  public ClientStats stats() {
    return connections.stats();
  }

  /**
   * Takes no more calls, waits a while for the replies of those under way, and ends what waits for
   * tasks. Closes the connections also for those who have this client with another timeout.
   */
  @Override
  public void close() {
    connections.close(Times.nanos(config.closeTimeout()));
  }
}
