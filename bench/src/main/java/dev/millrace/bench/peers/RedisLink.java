package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** A minute. */
  private static final int LOOKS_MAX = 3_000;

  private final OrderedWire<RedisReply> wire;

  private RedisLink(OrderedWire<RedisReply> wire) {
    this.wire = wire;
  }

  static RedisLink open(int port) throws IOException, InterruptedException {
    var link = new RedisLink(OrderedWire.over(Wire.open(port), RedisReply::read));
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

  /** So that no cell pays for what the cells before it wrote. */
  private void rewriteLog() throws IOException, InterruptedException {
    awaitRewritten();
    call(command("BGREWRITEAOF"));
    awaitRewritten();
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
    wire.addCaller();
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
  public void close() throws IOException {
    wire.close();
  }

  private final class StreamSession implements Session {
    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      var requests = new Output(tasks * (data.length + 64));
      for (int i = 0; i < tasks; i++) {
        begin(requests, 5);
        word(requests, XADD);
        word(requests, queue.getBytes(StandardCharsets.UTF_8));
        word(requests, ANY_ID);
        word(requests, FIELD);
        word(requests, data);
      }
      for (RedisReply reply : wire.call(requests, tasks)) {
        reply.orThrow();
      }
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
        throws IOException, InterruptedException {
      var count = String.valueOf(tasksMax);
      var leased =
          entries(
              call(
                  command(
                      "XREADGROUP",
                      "GROUP",
                      GROUP,
                      CONSUMER,
                      "COUNT",
                      count,
                      "STREAMS",
                      queue,
                      ">")));
      if (leased.isEmpty()) {
        return 0;
      }
      var ids = new ArrayList<String>();
      for (RedisReply entry : leased) {
        ids.add(entry.list().getFirst().text());
        worker.accept(entry.list().getLast().list().getLast().bytes());
      }
      var requests = new Output();
      append(requests, words(ids, "XACK", queue, GROUP));
      append(requests, words(ids, "XDEL", queue));
      for (RedisReply reply : wire.call(requests, 2)) {
        if (reply.number() != ids.size()) {
          throw new IOException("completed " + reply + " of " + ids.size());
        }
      }
      return ids.size();
    }

    /**
     * The reply has a list of streams, of which each has a list of entries. An entry is an id and a
     * list of fields with their values.
     */
    private static List<RedisReply> entries(RedisReply reply) throws IOException {
      return reply.isNothing() ? List.of() : reply.list().getFirst().list().getLast().list();
    }

    private static String[] words(List<String> ids, String... first) {
      var words = new ArrayList<>(List.of(first));
      words.addAll(ids);
      return words.toArray(String[]::new);
    }
  }

  private static final byte[] XADD = "XADD".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ANY_ID = "*".getBytes(StandardCharsets.UTF_8);
  private static final byte[] FIELD = "d".getBytes(StandardCharsets.UTF_8);
}
