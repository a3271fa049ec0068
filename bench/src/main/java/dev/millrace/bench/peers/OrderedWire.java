package dev.millrace.bench.peers;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;

/** A connection whose replies come in the order of the requests. */
final class OrderedWire<R> implements Closeable {
  private final Wire wire;
  private final Input.Parser<R> parser;
  private final Queue<CompletableFuture<R>> waiting = new ConcurrentLinkedQueue<>();

  private OrderedWire(Wire wire, Input.Parser<R> parser) {
    this.wire = wire;
    this.parser = parser;
  }

  static <R> OrderedWire<R> over(Wire wire, Input.Parser<R> parser) {
    var ordered = new OrderedWire<>(wire, parser);
    wire.read(ordered::read, ordered::fail);
    return ordered;
  }

  void addCaller() {
    wire.addCaller();
  }

  /** Sends one request and waits for its reply. */
  R call(Output request) throws IOException, InterruptedException {
    return call(request, 1).getFirst();
  }

  /** Sends several requests at once and waits for all the replies. */
  List<R> call(Output requests, int count) throws IOException, InterruptedException {
    var replies = send(requests, count);
    var answers = new ArrayList<R>(count);
    for (CompletableFuture<R> reply : replies) {
      answers.add(await(reply));
    }
    return answers;
  }

  private List<CompletableFuture<R>> send(Output requests, int count) throws IOException {
    var replies = new ArrayList<CompletableFuture<R>>(count);
    for (int i = 0; i < count; i++) {
      replies.add(new CompletableFuture<>());
    }
    wire.send(requests, () -> waiting.addAll(replies));
    return replies;
  }

  private R await(CompletableFuture<R> reply) throws IOException, InterruptedException {
    try {
      // Without a limit: a clock for every call would be the dearest part of it.
      return reply.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private void read(Input input) throws IOException {
    R reply = parser.read(input);
    CompletableFuture<R> first = waiting.poll();
    if (first == null) {
      throw new IOException("a reply that nobody waits for: " + reply);
    }
    first.complete(reply);
  }

  private void fail(IOException failure) {
    for (var reply = waiting.poll(); reply != null; reply = waiting.poll()) {
      reply.completeExceptionally(failure);
    }
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
