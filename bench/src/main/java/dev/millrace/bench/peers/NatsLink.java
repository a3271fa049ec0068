package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * JetStream over the protocol of NATS. Every session has an inbox of its own, under a number; a
 * message that comes in names that number.
 */
final class NatsLink implements Link {
  private static final AtomicInteger LINKS = new AtomicInteger();
  private static final int ADMIN = 1;

  private final Wire wire;
  private final String inbox = "_INBOX." + LINKS.incrementAndGet() + ".";
  private final Map<Integer, Mailbox<Message>> boxes = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger(ADMIN);

  private NatsLink(Wire wire) {
    this.wire = wire;
  }

  static NatsLink open(int port) throws IOException, InterruptedException {
    var link = new NatsLink(Wire.open(port));
    link.greet();
    link.wire.read(link::read, link::fail);
    link.subscribe(ADMIN);
    // Fails until JetStream is up.
    link.api("INFO", "");
    return link;
  }

  private void greet() throws IOException {
    wire.send(
        new Output()
            .text("CONNECT {\"verbose\":false,\"pedantic\":false,\"headers\":true,")
            .text("\"no_responders\":true,\"lang\":\"java\",\"version\":\"1\"}\r\nPING\r\n"));
    String line;
    do {
      line = wire.input().line();
      if (line.startsWith("-ERR")) {
        throw new IOException(line);
      }
    } while (!line.equals("PONG"));
  }

  private Mailbox<Message> subscribe(int number) throws IOException {
    var box = new Mailbox<Message>();
    boxes.put(number, box);
    wire.send(new Output().text("SUB %s%d %d\r\n".formatted(inbox, number, number)));
    return box;
  }

  private void read(Input input) throws IOException {
    String line = input.line();
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "MSG" -> {
        byte[] data = input.bytes(Integer.parseInt(words[words.length - 1]));
        input.skip(2);
        deliver(
            words[2],
            Message.of(words.length == 5 ? words[3] : "", UnsafeByteOperations.unsafeWrap(data)));
      }
      // Of ours only the server's status, such as "no messages", has headers.
      case "HMSG" -> {
        input.skip(Integer.parseInt(words[words.length - 1]) + 2);
        deliver(words[2], Message.NONE_LEFT);
      }
      case "PING" -> wire.send(new Output().text("PONG\r\n"));
      case "PONG", "+OK" -> {}
      default -> throw new IOException(line);
    }
  }

  private void deliver(String number, Message message) {
    var box = boxes.get(Integer.parseInt(number));
    if (box != null) {
      box.put(message);
    }
  }

  private void fail(IOException failure) {
    boxes.values().forEach(box -> box.put(Message.of("", json(failure))));
  }

  private static ByteString json(IOException failure) {
    return ByteString.copyFromUtf8("{\"error\":\"" + failure.getMessage() + "\"}");
  }

  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    for (String queue : queues) {
      // Whether or not there was one.
      request("STREAM.DELETE." + queue, "");
      api("STREAM.CREATE." + queue, stream(queue));
      api("CONSUMER.DURABLE.CREATE." + queue + ".workers", consumer(queue));
    }
  }

  private static String stream(String queue) {
    return """
    {"name":"%s","subjects":["queue.%s"],"retention":"workqueue","storage":"file",\
    "num_replicas":1,"max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"max_age":0,\
    "discard":"old"}\
    """
        .formatted(queue, queue);
  }

  private static String consumer(String queue) {
    return """
    {"stream_name":"%s","config":{"durable_name":"workers","ack_policy":"explicit",\
    "ack_wait":600000000000,"max_ack_pending":100000,"deliver_policy":"all",\
    "replay_policy":"instant"}}\
    """
        .formatted(queue);
  }

  private void api(String method, String json) throws IOException, InterruptedException {
    request(method, json).orThrow();
  }

  private Message request(String method, String json) throws IOException, InterruptedException {
    var box = boxes.get(ADMIN);
    if (box == null) {
      throw new IOException("not open");
    }
    var request = new Output();
    publish(request, "$JS.API." + method, inbox + ADMIN, json.getBytes(StandardCharsets.UTF_8));
    wire.send(request);
    return box.take();
  }

  private static void publish(Output output, String subject, String replyTo, byte[] data) {
    output.text("PUB ").text(subject).text(" ").text(replyTo).text(replyTo.isEmpty() ? "" : " ");
    output.text(String.valueOf(data.length)).text("\r\n").bytes(data).text("\r\n");
  }

  @Override
  public Session session() throws IOException {
    wire.addCaller();
    int number = numbers.incrementAndGet();
    return new StreamSession(inbox + number, subscribe(number)).onThreads();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }

  private final class StreamSession implements BlockingSession {
    private static final byte[] COMPLETED = "+ACK".getBytes(StandardCharsets.UTF_8);

    private final String replyTo;
    private final Mailbox<Message> box;

    StreamSession(String replyTo, Mailbox<Message> box) {
      this.replyTo = replyTo;
      this.box = box;
    }

    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      var requests = new Output(tasks * (data.length + 64));
      for (int i = 0; i < tasks; i++) {
        publish(requests, "queue." + queue, replyTo, data);
      }
      wire.send(requests);
      for (int i = 0; i < tasks; i++) {
        box.take().orThrow();
      }
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
        throws IOException, InterruptedException {
      var leased = lease(queue, tasksMax);
      if (leased.isEmpty()) {
        return 0;
      }
      // One connection is worked on in order: the reply to the last stands for all.
      var requests = new Output();
      int last = leased.size() - 1;
      for (int i = 0; i <= last; i++) {
        worker.accept(leased.get(i).data());
        publish(requests, leased.get(i).replyTo(), i == last ? replyTo : "", COMPLETED);
      }
      wire.send(requests);
      box.take().orThrow();
      return leased.size();
    }

    private List<Message> lease(String queue, int tasksMax)
        throws IOException, InterruptedException {
      var request = new Output();
      publish(
          request,
          "$JS.API.CONSUMER.MSG.NEXT." + queue + ".workers",
          replyTo,
          "{\"batch\":%d,\"no_wait\":true}".formatted(tasksMax).getBytes(StandardCharsets.UTF_8));
      wire.send(request);
      var leased = new ArrayList<Message>();
      while (leased.size() < tasksMax) {
        Message message = box.take();
        if (message.isStatus()) {
          break;
        }
        leased.add(message);
      }
      return leased;
    }
  }

  /**
   * What came in.
   *
   * @param replyTo where an answer to it goes, or nothing
   * @param isStatus whether the server says that there is nothing
   */
  private record Message(String replyTo, ByteString data, boolean isStatus) {
    static final Message NONE_LEFT = new Message("", ByteString.EMPTY, true);

    static Message of(String replyTo, ByteString data) {
      return new Message(replyTo, data, false);
    }

    boolean isProblem() {
      return isStatus || data.toStringUtf8().contains("\"error\"");
    }

    void orThrow() throws IOException {
      if (isProblem()) {
        throw new IOException("NATS said " + data.toStringUtf8());
      }
    }
  }
}
