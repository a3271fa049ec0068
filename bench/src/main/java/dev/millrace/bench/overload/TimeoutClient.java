package dev.millrace.bench.overload;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
import java.time.Duration;
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
  private final StreamedRequests<Request> requests;

  private record Request(int task, Tally tally, long meantNanos, long sentNanos) {}

  TimeoutClient(
      int number, Line line, Duration timeout, LongSupplier clock, Complaints complaints) {
    this.number = number;
    this.queue = Queue.newBuilder().setName("client-" + number).build();
    this.line = line;
    this.timeout = timeout;
    this.clock = clock;
    this.complaints = complaints;
    this.requests = new StreamedRequests<>(complaints);
  }

  /** What the node doesn't read is not sent, and counts for nothing. */
  @Override
  public void issue(Tally tally, long meantNanos, int count) {
    if (!line.isReady()) {
      return;
    }
    long now = clock.getAsLong();
    var message = BatchRequest.newBuilder();
    for (int i = 0; i < count; i++) {
      tally.offered(number, meantNanos, now);
      int task = book.add();
      message.addCalls(
          Call.newBuilder()
              .setNumber(requests.add(new Request(task, tally, meantNanos, now)))
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
    requests.replied(
        message,
        (request, reply) -> {
          if (reply.hasProblem()) {
            failed(request, reply.getProblem(), now);
          } else if (now - request.sentNanos > timeout.toNanos()) {
            gaveUp(request);
          } else {
            book.acknowledged(request.task);
            request.tally.accepted(number, request.meantNanos, now);
          }
        });
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
