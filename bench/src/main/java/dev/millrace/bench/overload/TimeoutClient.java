package dev.millrace.bench.overload;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A client that enqueues by calls of a stream, each with a timeout, after which it has given up:
 * the same as {@link UnaryClient} where the transport knows of no deadline.
 */
final class TimeoutClient implements StreamedClient {
  private final int number;
  private final Queue queue;
  private final Line line;
  private final Duration timeout;
  private final LongSupplier clock;
  private final Complaints complaints;

  private final TaskBook book = new TaskBook();
  private final Map<Long, Request> underWay = new HashMap<>();
  private long lastRequest;

  private record Request(int task, Tally tally, long meantNanos, long sentNanos) {}

  TimeoutClient(
      int number, Line line, Duration timeout, LongSupplier clock, Complaints complaints) {
    this.number = number;
    this.queue = Queue.newBuilder().setName("client-" + number).build();
    this.line = line;
    this.timeout = timeout;
    this.clock = clock;
    this.complaints = complaints;
  }

  /** What the node doesn't read is not sent, and counts for nothing. */
  @Override
  public void issue(Tally tally, long meantNanos, int requests) {
    if (!line.isReady()) {
      return;
    }
    long now = clock.getAsLong();
    var message = BatchRequest.newBuilder();
    for (int i = 0; i < requests; i++) {
      tally.offered(number, meantNanos, now);
      int task = book.add();
      underWay.put(++lastRequest, new Request(task, tally, meantNanos, now));
      message.addCalls(
          Call.newBuilder()
              .setNumber(lastRequest)
              .setTimeoutMillis((int) timeout.toMillis())
              .setUpdate(
                  StreamClient.update(
                      Element.newBuilder().setEnqueue(StreamClient.enqueue(queue, task)))));
    }
    line.send(message.build());
  }

  @Override
  public void replied(BatchReply message) {
    long now = clock.getAsLong();
    for (CallReply reply : message.getRepliesList()) {
      Request request = underWay.remove(reply.getNumber());
      if (request == null) {
        complaints.add("a reply to a request that had one: " + reply);
      } else if (reply.hasProblem()) {
        failed(request, reply.getProblem(), now);
      } else if (now - request.sentNanos > timeout.toNanos()) {
        gaveUp(request);
      } else {
        book.acknowledged(request.task);
        request.tally.accepted(number, request.meantNanos, now);
      }
    }
  }

  private void failed(Request request, Problem problem, long now) {
    switch (problem.getCode()) {
      case OVERLOADED -> {
        book.refused(request.task);
        request.tally.refused(number, request.meantNanos, now, problem.hasRetryAfter());
      }
      case DEADLINE_PASSED -> gaveUp(request);
      default -> complaints.add(problem.getCode() + ": " + problem.getMessage());
    }
  }

  private void gaveUp(Request request) {
    book.expired(request.task);
    request.tally.gaveUp();
  }

  @Override
  public void broken(String why) {
    complaints.add("a stream ended: " + why);
    underWay.clear();
  }

  @Override
  public int underWay() {
    return underWay.size();
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
