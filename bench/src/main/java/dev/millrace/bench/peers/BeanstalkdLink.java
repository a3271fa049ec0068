package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** beanstalkd over its own protocol, with many commands under way on one connection. */
final class BeanstalkdLink implements Link {
  private static final int DRAIN = 500;
  private static final String RESERVE = "reserve-with-timeout 0\r\n";

  private final PipelinedWire<Answer> wire;
  private String tube = "default";

  private BeanstalkdLink(PipelinedWire<Answer> wire) {
    this.wire = wire;
  }

  static BeanstalkdLink open(int port) throws IOException, InterruptedException {
    return new BeanstalkdLink(PipelinedWire.open(port, Answer::read));
  }

  /** There is no command that empties a tube. */
  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    Session session = new TubeSession();
    for (String queue : queues) {
      while (PipelinedWire.await(session.leaseAndComplete(queue, DRAIN, _ -> {})) > 0) {
        // More may be left.
      }
    }
  }

  @Override
  public Session session() {
    return new TubeSession();
  }

  /**
   * Puts into this tube and reserves from it from now on. All callers of a link use one tube; what
   * they send later comes later, so nobody waits for the answers.
   */
  private synchronized void use(String queue) {
    if (tube.equals(queue)) {
      return;
    }
    String commands = "use %s\r\nwatch %s\r\nignore %s\r\n".formatted(queue, queue, tube);
    var _ = wire.send(new Output().text(commands), 3);
    tube = queue;
  }

  @Override
  public void close() {
    wire.close();
  }

  private final class TubeSession implements Session {
    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      use(queue);
      var requests = new Output(tasks * (data.length + 32));
      for (int i = 0; i < tasks; i++) {
        requests.text("put 0 0 600 ").text(String.valueOf(data.length)).text("\r\n");
        requests.bytes(data).text("\r\n");
      }
      return wire.send(requests, tasks).thenApply(answers -> expect(answers, "INSERTED"));
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      use(queue);
      return wire.send(new Output().text(RESERVE.repeat(tasksMax)), tasksMax)
          .thenCompose(answers -> complete(answers, worker));
    }

    private CompletableFuture<Integer> complete(List<Answer> answers, Consumer<ByteString> worker) {
      int _ = expect(answers, "RESERVED", "TIMED_OUT", "DEADLINE_SOON");
      var deletes = new Output();
      int leased = 0;
      for (Answer answer : answers) {
        if (answer.word().equals("RESERVED")) {
          deletes.text("delete ").text(answer.id()).text("\r\n");
          worker.accept(answer.data());
          leased++;
        }
      }
      return leased == 0
          ? CompletableFuture.completedFuture(0)
          : wire.send(deletes, leased).thenApply(gone -> expect(gone, "DELETED"));
    }

    /** How many there are. */
    private static int expect(List<Answer> answers, String... expected) {
      answers.forEach(answer -> answer.expect(expected));
      return answers.size();
    }
  }

  /**
   * A reply.
   *
   * @param id of the task in it, or nothing
   * @param data of the task in it, or nothing
   */
  private record Answer(String word, String id, ByteString data) {
    static Answer read(Input input) throws IOException {
      String[] words = input.line().split(" ", -1);
      if (!words[0].equals("RESERVED")) {
        return new Answer(words[0], "", ByteString.EMPTY);
      }
      byte[] data = input.bytes(Integer.parseInt(words[2]));
      input.skip(2);
      return new Answer(words[0], words[1], UnsafeByteOperations.unsafeWrap(data));
    }

    void expect(String... expected) {
      if (!List.of(expected).contains(word)) {
        throw new IllegalStateException("beanstalkd said " + word);
      }
    }
  }
}
