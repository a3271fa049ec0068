package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** beanstalkd over its own protocol, with many commands under way on one connection. */
final class BeanstalkdLink implements Link {
  private static final int DRAIN = 500;
  private static final String RESERVE = "reserve-with-timeout 0\r\n";

  private final OrderedWire<Answer> wire;
  private String tube = "default";

  private BeanstalkdLink(OrderedWire<Answer> wire) {
    this.wire = wire;
  }

  static BeanstalkdLink open(int port) throws IOException, InterruptedException {
    var link = new BeanstalkdLink(OrderedWire.over(Wire.open(port), Answer::read));
    link.use("default");
    return link;
  }

  /** There is no command that empties a tube. */
  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    Session session = new TubeSession();
    for (String queue : queues) {
      while (session.leaseAndComplete(queue, DRAIN, _ -> {}) > 0) {
        // More may be left.
      }
    }
  }

  @Override
  public Session session() {
    wire.addCaller();
    return new TubeSession();
  }

  /** Puts into this tube and reserves from it from now on. All callers of a link use one tube. */
  private synchronized void use(String queue) throws IOException, InterruptedException {
    if (tube.equals(queue)) {
      return;
    }
    String commands = "use %s\r\nwatch %s\r\nignore %s\r\n".formatted(queue, queue, tube);
    for (Answer answer : wire.call(new Output().text(commands), 3)) {
      answer.expect("USING", "WATCHING");
    }
    tube = queue;
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }

  private final class TubeSession implements Session {
    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      use(queue);
      var requests = new Output(tasks * (data.length + 32));
      for (int i = 0; i < tasks; i++) {
        requests.text("put 0 0 600 ").text(String.valueOf(data.length)).text("\r\n");
        requests.bytes(data).text("\r\n");
      }
      for (Answer answer : wire.call(requests, tasks)) {
        answer.expect("INSERTED");
      }
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
        throws IOException, InterruptedException {
      use(queue);
      var deletes = new Output();
      int leased = 0;
      for (Answer answer : wire.call(new Output().text(RESERVE.repeat(tasksMax)), tasksMax)) {
        answer.expect("RESERVED", "TIMED_OUT", "DEADLINE_SOON");
        if (answer.word().equals("RESERVED")) {
          deletes.text("delete ").text(answer.id()).text("\r\n");
          worker.accept(answer.data());
          leased++;
        }
      }
      if (leased > 0) {
        for (Answer answer : wire.call(deletes, leased)) {
          answer.expect("DELETED");
        }
      }
      return leased;
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

    void expect(String... expected) throws IOException {
      if (!List.of(expected).contains(word)) {
        throw new IOException("beanstalkd said " + word);
      }
    }
  }
}
