package dev.millrace.bench.overload;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateReply;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A client that enqueues by single calls with a deadline, after which it has given up: what of it
 * is executed all the same is work for nobody.
 */
final class UnaryClient implements SwarmClient {
  private final int number;
  private final Queue queue;
  private final Channel channel;
  private final Executor loop;
  private final Duration deadline;
  private final LongSupplier clock;
  private final Complaints complaints;

  private final TaskBook book = new TaskBook();
  private int underWay;

  /**
   * @param loop runs everything that changes this client
   */
  UnaryClient(
      int number,
      Channel channel,
      Executor loop,
      Duration deadline,
      LongSupplier clock,
      Complaints complaints) {
    this.number = number;
    this.queue = Queue.newBuilder().setName("client-" + number).build();
    this.channel = channel;
    this.loop = loop;
    this.deadline = deadline;
    this.clock = clock;
    this.complaints = complaints;
  }

  @Override
  public void issue(Tally tally, long meantNanos, int requests) {
    for (int i = 0; i < requests; i++) {
      tally.offered(number, meantNanos, clock.getAsLong());
      underWay++;
      int task = book.add();
      var options = CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
      var call = channel.newCall(MillraceGrpc.getUpdateMethod(), options);
      call.start(new Answer(tally, meantNanos, task), new Metadata());
      call.request(1);
      call.sendMessage(
          StreamClient.update(Element.newBuilder().setEnqueue(StreamClient.enqueue(queue, task))));
      call.halfClose();
    }
  }

  @Override
  public int underWay() {
    return underWay;
  }

  @Override
  public Queue queue() {
    return queue;
  }

  @Override
  public TaskBook book() {
    return book;
  }

  private final class Answer extends ClientCall.Listener<UpdateReply> {
    private final Tally tally;
    private final long meantNanos;
    private final int task;

    Answer(Tally tally, long meantNanos, int task) {
      this.tally = tally;
      this.meantNanos = meantNanos;
      this.task = task;
    }

    /** Deadlines pass on a thread of the transport's own. */
    @Override
    public void onClose(Status status, Metadata trailers) {
      loop.execute(() -> closed(status));
    }

    private void closed(Status status) {
      underWay--;
      switch (status.getCode()) {
        case OK -> {
          book.acknowledged(task);
          tally.accepted(number, meantNanos, clock.getAsLong());
        }
        case RESOURCE_EXHAUSTED -> {
          book.refused(task);
          tally.refused(number, meantNanos, clock.getAsLong(), true);
        }
        case DEADLINE_EXCEEDED -> {
          book.expired(task);
          tally.gaveUp();
        }
        default -> complaints.add("a call ended: " + status);
      }
    }
  }
}
