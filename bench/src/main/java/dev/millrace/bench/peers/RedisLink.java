package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Redis streams over its own protocol: XADD puts, XREADGROUP leases; XACK and XDEL, sent together,
 * complete.
 */
final class RedisLink implements Link {
  private static final String GROUP = "workers";
  private static final String CONSUMER = "worker";
  private static final List<String> REWRITES =
      List.of("aof_rewrite_in_progress:1", "aof_rewrite_scheduled:1");
  private static final String IN_PROGRESS = "already in progress";
  private static final int TRIES_MAX = 100;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** A minute. */
  private static final int LOOKS_MAX = 3_000;

  private final PipelinedWire<RedisReply> wire;

  private RedisLink(PipelinedWire<RedisReply> wire) {
    this.wire = wire;
  }

  static RedisLink open(int port) throws IOException, InterruptedException {
    var link = new RedisLink(PipelinedWire.open(port, RedisReply::read));
    link.call(command("PING"));
    return link;
  }

  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    for (String queue : queues) {
      call(command("DEL", queue));
      call(command("XGROUP", "CREATE", queue, GROUP, "0", "MKSTREAM"));
    }
    rewriteLog();
  }

  /**
   * So that no cell pays for what the cells before it wrote. Redis also begins by itself, between
   * our look and our command too.
   */
  private void rewriteLog() throws IOException, InterruptedException {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      awaitRewritten();
      RedisReply begun = wire.call(command("BGREWRITEAOF"));
      if (!(begun instanceof RedisReply.Problem(String message) && message.contains(IN_PROGRESS))) {
        begun.orThrow();
        awaitRewritten();
        return;
      }
    }
    throw new IOException("redis goes on rewriting its log by itself");
  }

  private void awaitRewritten() throws IOException, InterruptedException {
    for (int looks = 0; isRewriting(); looks++) {
      if (looks == LOOKS_MAX) {
        throw new IOException("redis does not end the rewriting of its log");
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }

  private boolean isRewriting() throws IOException, InterruptedException {
    String state = call(command("INFO", "persistence")).text();
    return REWRITES.stream().anyMatch(state::contains);
  }

  @Override
  public Session session() {
    return new StreamSession();
  }

  private RedisReply call(Output command) throws IOException, InterruptedException {
    return wire.call(command).orThrow();
  }

  private static Output command(String... words) {
    return append(new Output(), words);
  }

  private static Output append(Output output, String... words) {
    begin(output, words.length);
    for (String word : words) {
      word(output, word.getBytes(StandardCharsets.UTF_8));
    }
    return output;
  }

  private static void begin(Output output, int words) {
    output.int8('*').text(String.valueOf(words)).text("\r\n");
  }

  private static void word(Output output, byte[] word) {
    output.int8('$').text(String.valueOf(word.length)).text("\r\n").bytes(word).text("\r\n");
  }

  @Override
  public void close() {
    wire.close();
  }

  private final class StreamSession implements Session {
    private String leased = "";
    private Output lease = new Output();

    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      var requests = new Output(tasks * (data.length + 64));
      byte[] stream = bytes(queue);
      for (int i = 0; i < tasks; i++) {
        begin(requests, 5);
        word(requests, XADD);
        word(requests, stream);
        word(requests, ANY_ID);
        word(requests, FIELD);
        word(requests, data);
      }
      return wire.send(requests, tasks).thenApply(RedisLink::count);
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      return wire.send(lease(queue, tasksMax)).thenCompose(reply -> complete(queue, reply, worker));
    }

    /** A caller asks for the same over and over. */
    private Output lease(String queue, int tasksMax) {
      String asked = queue + " " + tasksMax;
      if (!asked.equals(leased)) {
        leased = asked;
        String count = String.valueOf(tasksMax);
        lease =
            command("XREADGROUP", "GROUP", GROUP, CONSUMER, "COUNT", count, "STREAMS", queue, ">");
      }
      return lease;
    }

    private CompletableFuture<Integer> complete(
        String queue, RedisReply reply, Consumer<ByteString> worker) {
      List<RedisReply> entries = entries(reply);
      if (entries.isEmpty()) {
        return CompletableFuture.completedFuture(0);
      }
      List<byte[]> ids = new ArrayList<>(entries.size());
      for (RedisReply entry : entries) {
        ids.add(entry.list().getFirst().bytes().toByteArray());
        worker.accept(entry.list().getLast().list().getLast().bytes());
      }
      var requests = new Output();
      completion(requests, ids, XACK, bytes(queue), bytes(GROUP));
      completion(requests, ids, XDEL, bytes(queue));
      return wire.send(requests, 2).thenApply(replies -> completed(replies, ids.size()));
    }

    private static void completion(Output requests, List<byte[]> ids, byte[]... words) {
      begin(requests, words.length + ids.size());
      for (byte[] word : words) {
        word(requests, word);
      }
      ids.forEach(id -> word(requests, id));
    }

    private static int completed(List<RedisReply> replies, int tasks) {
      for (RedisReply reply : replies) {
        if (reply.number() != tasks) {
          throw new IllegalStateException("completed %s of %d".formatted(reply, tasks));
        }
      }
      return tasks;
    }

    /**
     * The reply has a list of streams, of which each has a list of entries. An entry is an id and a
     * list of fields with their values.
     */
    private static List<RedisReply> entries(RedisReply reply) {
      return reply.isNothing() ? List.of() : reply.list().getFirst().list().getLast().list();
    }
  }

  private static int count(List<RedisReply> replies) {
    replies.forEach(RedisReply::orThrow);
    return replies.size();
  }

  private static byte[] bytes(String word) {
    return word.getBytes(StandardCharsets.UTF_8);
  }

  private static final byte[] XADD = bytes("XADD");
  private static final byte[] XACK = bytes("XACK");
  private static final byte[] XDEL = bytes("XDEL");
  private static final byte[] ANY_ID = bytes("*");
  private static final byte[] FIELD = bytes("d");
}
