package dev.millrace.bench.overload;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * A client with a stream of its own. It completes a task that it has leased; else it leases one now
 * and then, if it knows of one that is available; else it enqueues one. So every request changes
 * something, and whatever the node forgets is noticed. What it can't send when it is meant to be
 * sent, because the node doesn't read, it never sends.
 */
final class StreamClient implements StreamedClient {
  static final int DATA_BYTES = 64;

  private static final double LEASE_SHARE = 0.1;

  /**
   * With so many it leases each time: a node whose backlog grew with every phase would have another
   * capacity in each.
   */
  static final int AVAILABLE_MAX = 32;

  /** Longer than any run: no lease ends before. */
  private static final Duration LEASE_TIME = Duration.newBuilder().setSeconds(24 * 3600).build();

  private final int number;
  private final Queue queue;
  private final Line line;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final Complaints complaints;

  private final TaskBook book = new TaskBook();
  private final StreamedRequests<Request> requests;
  private final Deque<Leased> leased = new ArrayDeque<>();
  private int available;

  private enum Kind {
    ENQUEUE,
    LEASE,
    COMPLETE
  }

  private record Leased(int task, ByteString pid, long lease) {}

  /**
   * @param leased of a completion; else only its task counts, and that only of an enqueue
   */
  private record Request(Kind kind, Leased leased, Tally tally, long meantNanos) {}

  StreamClient(
      int number, Line line, RandomGenerator random, LongSupplier clock, Complaints complaints) {
    this.number = number;
    this.queue = Queue.newBuilder().setName("client-" + number).build();
    this.line = line;
    this.random = random;
    this.clock = clock;
    this.complaints = complaints;
    this.requests = new StreamedRequests<>(complaints);
  }

  @Override
  public void issue(Tally tally, long meantNanos, int count) {
    if (!line.isReady()) {
      tally.unsent(number, meantNanos, count);
      return;
    }
    long now = clock.getAsLong();
    var message = BatchRequest.newBuilder();
    for (int i = 0; i < count; i++) {
      tally.offered(number, meantNanos, now);
      message.addCalls(next(tally, meantNanos));
    }
    line.send(message.build());
  }

  private Call next(Tally tally, long meantNanos) {
    Leased done = leased.poll();
    if (done != null) {
      book.completing(done.task);
      var complete =
          Dequeue.newBuilder().setQueue(queue).setPid(done.pid).setLease(done.lease).build();
      return call(new Request(Kind.COMPLETE, done, tally, meantNanos))
          .setUpdate(update(Element.newBuilder().setDequeue(complete)))
          .build();
    }
    if (available >= AVAILABLE_MAX || (available > 0 && random.nextDouble() < LEASE_SHARE)) {
      available--;
      var none = new Leased(-1, ByteString.EMPTY, 0);
      var lease = LeaseRequest.newBuilder().addQueues(queue).setLeaseTime(LEASE_TIME);
      return call(new Request(Kind.LEASE, none, tally, meantNanos)).setLease(lease).build();
    }
    int task = book.add();
    var made = new Leased(task, ByteString.EMPTY, 0);
    return call(new Request(Kind.ENQUEUE, made, tally, meantNanos))
        .setUpdate(update(Element.newBuilder().setEnqueue(enqueue(queue, task))))
        .build();
  }

  private Call.Builder call(Request request) {
    return Call.newBuilder().setNumber(requests.add(request));
  }

  static UpdateRequest update(Element.Builder element) {
    return UpdateRequest.newBuilder().addElements(element).build();
  }

  static Enqueue enqueue(Queue queue, int task) {
    var data = UnsafeByteOperations.unsafeWrap(TaskBook.data(task, DATA_BYTES));
    return Enqueue.newBuilder().setQueue(queue).setData(data).build();
  }

  @Override
  public void replied(BatchReply message) {
    long now = clock.getAsLong();
    requests.replied(
        message,
        (request, reply) -> {
          if (reply.hasProblem()) {
            failed(request, reply.getProblem(), now);
          } else {
            request.tally.accepted(number, request.meantNanos, now);
            accepted(request, reply);
          }
        });
  }

  private void accepted(Request request, CallReply reply) {
    switch (request.kind) {
      case ENQUEUE -> {
        book.acknowledged(request.leased.task);
        available++;
      }
      case LEASE -> {
        if (reply.getLease().getTasksCount() != 1) {
          complaints.add("a lease got nothing, though a task was available in " + queue.getName());
        }
        reply.getLease().getTasksList().forEach(this::granted);
      }
      case COMPLETE -> book.completed(request.leased.task);
    }
  }

  private void granted(Task task) {
    int granted = TaskBook.number(task);
    if (book.leased(granted, task.getLease())) {
      leased.add(new Leased(granted, task.getPid(), task.getLease()));
    } else {
      complaints.add("a lease got a task that isn't available: " + task);
    }
  }

  private void failed(Request request, Problem problem, long now) {
    boolean isRefusal = problem.getCode() == ErrorCode.OVERLOADED;
    if (!isRefusal) {
      complaints.add(request.kind + ": " + problem.getCode() + ": " + problem.getMessage());
    }
    request.tally.refused(number, request.meantNanos, now, problem.hasRetryAfter());
    switch (request.kind) {
      case ENQUEUE -> book.refused(request.leased.task);
      case LEASE -> available++;
      case COMPLETE -> {
        book.completionRefused(request.leased.task);
        if (isRefusal) {
          leased.addFirst(request.leased);
        } else {
          book.leaseDropped(request.leased.task);
        }
      }
    }
  }

  @Override
  public void broken(String why) {
    requests.broken(why);
  }

  @Override
  public int underWay() {
    return requests.size();
  }

  @Override
  public Queue queue() {
    return queue;
  }

  @Override
  public TaskBook book() {
    return book;
  }
}
