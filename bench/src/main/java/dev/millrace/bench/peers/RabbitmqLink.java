package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import dev.millrace.bench.peers.AmqpEvent.Confirmed;
import dev.millrace.bench.peers.AmqpEvent.Delivered;
import dev.millrace.bench.peers.AmqpEvent.Failed;
import dev.millrace.bench.peers.AmqpEvent.Reply;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * RabbitMQ over AMQP 0-9-1, with a channel for each session. Publishing waits for the server's
 * confirms. Leasing is by a consumer, to whom the server sends ahead; that is its fastest way. It
 * doesn't reply to the completion of a task.
 */
final class RabbitmqLink implements Link {
  private static final int AHEAD = 10;
  private static final int EMPTY_MILLIS = 500;
  private static final int MORE_MILLIS = 20;
  private static final int ADMIN = 1;
  private static final int DURABLE = 2;
  private static final String GUEST = "\0guest\0guest";

  private final Wire wire;
  private final boolean quorum;
  private final AtomicInteger channels = new AtomicInteger();
  private final Map<Integer, Channel> open = new ConcurrentHashMap<>();

  private RabbitmqLink(Wire wire, boolean quorum) {
    this.wire = wire;
    this.quorum = quorum;
  }

  static RabbitmqLink open(int port, boolean quorum) throws IOException, InterruptedException {
    var link = new RabbitmqLink(Wire.open(port), quorum);
    link.greet();
    link.wire.read(link::read, link::fail);
    link.channel();
    return link;
  }

  private void greet() throws IOException {
    wire.send(new Output().text("AMQP").int8(0).int8(0).int8(9).int8(1));
    await(Amqp.START);
    send(
        0,
        Amqp.START_OK,
        arguments -> {
          arguments.int32(0);
          Amqp.shortText(arguments, "PLAIN");
          Amqp.longText(arguments, GUEST);
          Amqp.shortText(arguments, "en_US");
        });
    await(Amqp.TUNE);
    // As many channels as there may be, frames of the default size, no heartbeats.
    send(0, Amqp.TUNE_OK, arguments -> arguments.int16(2047).int32(131_072).int16(0));
    send(
        0,
        Amqp.OPEN,
        arguments -> {
          Amqp.shortText(arguments, "/");
          arguments.int8(0).int8(0);
        });
    await(Amqp.OPEN_OK);
  }

  private void await(int method) throws IOException {
    Input input = wire.input();
    input.skip(3);
    int length = input.int32();
    int came = input.int32();
    input.skip(length - 4 + 1);
    if (came != method) {
      throw new IOException("method %x and not %x".formatted(came, method));
    }
  }

  private void send(int channel, int method, Consumer<Output> arguments) throws IOException {
    var output = new Output();
    Amqp.method(output, channel, method, arguments);
    wire.send(output);
  }

  private void read(Input input) throws IOException {
    int type = input.int8();
    int number = input.int16();
    int length = input.int32();
    Channel channel = open.get(number);
    if (channel == null) {
      throw new IOException("nothing is known of channel " + number);
    }
    if (Amqp.isMethod(type)) {
      channel.take(AmqpEvent.read(input.int32(), input, length - 4));
    } else if (Amqp.isBody(type)) {
      channel.takeBody(input.bytes(length));
    } else {
      input.skip(length);
    }
    input.skip(1);
  }

  private void fail(IOException failure) {
    open.values().forEach(channel -> channel.take(new Failed(failure)));
  }

  private Channel channel() throws IOException, InterruptedException {
    var channel = new Channel(channels.incrementAndGet());
    open.put(channel.number, channel);
    channel.call(
        Amqp.CHANNEL_OPEN, Amqp.CHANNEL_OPEN_OK, arguments -> Amqp.shortText(arguments, ""));
    return channel;
  }

  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    Channel admin = open.get(ADMIN);
    if (admin == null) {
      throw new IOException("not open");
    }
    for (String queue : queues) {
      admin.call(
          Amqp.DELETE,
          Amqp.DELETE_OK,
          arguments -> {
            Amqp.shortText(arguments.int16(0), queue);
            arguments.int8(0);
          });
      admin.call(
          Amqp.DECLARE,
          Amqp.DECLARE_OK,
          arguments -> {
            Amqp.shortText(arguments.int16(0), queue);
            arguments.int8(DURABLE);
            kind(arguments);
          });
    }
  }

  private void kind(Output arguments) {
    var table = new Output();
    Amqp.shortText(table, "x-queue-type");
    Amqp.longText(table.int8('S'), quorum ? "quorum" : "classic");
    arguments.int32(table.length()).bytes(table.toBytes());
  }

  @Override
  public Session session() throws IOException, InterruptedException {
    wire.addCaller();
    return new ChannelSession(channel()).onThreads();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }

  /** A channel: what comes in on it, told apart. */
  private final class Channel {
    private final int number;
    private final Mailbox<AmqpEvent> replies = new Mailbox<>();
    private final Mailbox<AmqpEvent> deliveries = new Mailbox<>();
    private Delivered announced = new Delivered(0, ByteString.EMPTY);

    Channel(int number) {
      this.number = number;
    }

    void take(AmqpEvent event) {
      switch (event) {
        case Reply _, Confirmed _ -> replies.put(event);
        case Delivered delivered -> announced = delivered;
        case Failed _ -> {
          replies.put(event);
          deliveries.put(event);
        }
      }
    }

    /** Bodies are small: each comes in one frame. */
    void takeBody(byte[] data) {
      if (data.length > 0) {
        deliveries.put(announced.with(data));
      }
    }

    void call(int method, int reply, Consumer<Output> arguments)
        throws IOException, InterruptedException {
      send(number, method, arguments);
      if (!(replies.take() instanceof Reply(int came) && came == reply)) {
        throw new IOException("RabbitMQ refused method %x".formatted(method));
      }
    }
  }

  private final class ChannelSession implements BlockingSession {
    private final Channel channel;
    private long published;
    private boolean confirms;
    private String consumed = "";

    ChannelSession(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      if (!confirms) {
        channel.call(Amqp.CONFIRM, Amqp.CONFIRM_OK, arguments -> arguments.int8(0));
        confirms = true;
      }
      var output = new Output(tasks * (data.length + 96));
      for (int i = 0; i < tasks; i++) {
        Amqp.method(output, channel.number, Amqp.PUBLISH, arguments -> address(arguments, queue));
        Amqp.content(output, channel.number, data);
      }
      wire.send(output);
      awaitConfirms(tasks);
      published += tasks;
    }

    private static void address(Output arguments, String queue) {
      Amqp.shortText(arguments.int16(0), "");
      Amqp.shortText(arguments, queue);
      arguments.int8(0);
    }

    private void awaitConfirms(int tasks) throws IOException, InterruptedException {
      var confirmed = new BitSet(tasks);
      while (confirmed.cardinality() < tasks) {
        if (!(channel.replies.take() instanceof Confirmed(long tag, boolean several))) {
          throw new IOException("RabbitMQ did not confirm");
        }
        int last = (int) (tag - published);
        confirmed.set(several ? 0 : last - 1, last);
      }
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
        throws IOException, InterruptedException {
      consume(queue, tasksMax);
      long tag = 0;
      int leased = 0;
      while (leased < tasksMax) {
        AmqpEvent event = channel.deliveries.poll(leased == 0 ? EMPTY_MILLIS : MORE_MILLIS);
        if (event == null) {
          break;
        }
        if (!(event instanceof Delivered(long delivered, ByteString data))) {
          throw new IOException("RabbitMQ closed the channel");
        }
        tag = delivered;
        worker.accept(data);
        leased++;
      }
      if (leased > 0) {
        long last = tag;
        send(channel.number, Amqp.ACK, arguments -> arguments.int64(last).int8(1));
      }
      return leased;
    }

    private void consume(String queue, int tasksMax) throws IOException, InterruptedException {
      if (consumed.equals(queue)) {
        return;
      }
      if (!consumed.isEmpty()) {
        throw new IOException("a session consumes from one queue");
      }
      int ahead = Math.max(AHEAD, 2 * tasksMax);
      channel.call(Amqp.QOS, Amqp.QOS_OK, arguments -> arguments.int32(0).int16(ahead).int8(0));
      channel.call(
          Amqp.CONSUME,
          Amqp.CONSUME_OK,
          arguments -> {
            Amqp.shortText(arguments.int16(0), queue);
            Amqp.shortText(arguments, "");
            arguments.int8(0).int32(0);
          });
      consumed = queue;
    }
  }
}
