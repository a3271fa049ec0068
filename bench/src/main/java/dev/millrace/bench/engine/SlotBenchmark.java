package dev.millrace.bench.engine;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import java.util.List;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Commands on one queue of one slot, 1 KB of data. */
@State(Scope.Thread)
public class SlotBenchmark {
  private static final int DATA_BYTES = 1024;
  private static final QueueName QUEUE = QueueName.of("queue");
  private static final Holder HOLDER = new Holder("worker", "");
  private static final Command.Lease LEASE =
      new Command.Lease(new Source.Queues(List.of(QUEUE)), 1, 60_000, null, 0, HOLDER, null);

  private final Random random = new Random(1);
  private Slot slot = open();
  private Payload data = Payload.EMPTY;
  private long caller;

  /** A new slot, because one without a store keeps what it was given. */
  @Setup(Level.Iteration)
  public void setUp() {
    slot = open();
    byte[] bytes = new byte[DATA_BYTES];
    random.nextBytes(bytes);
    data = Payload.of(bytes);
  }

  private static Slot open() {
    var slot = new Slot(0, Limits.DEFAULT, Room.UNLIMITED);
    slot.open(1, 0);
    return slot;
  }

  /** The whole life of a task: three commands. */
  @Benchmark
  public List<Step> life() {
    execute(Command.Update.of(Element.Enqueue.of(QUEUE, null, data)));
    var task = granted(execute(LEASE)).task();
    return execute(Command.Update.of(new Element.Dequeue(QUEUE, task.pid(), task.lease())));
  }

  /** At a random place of a queue that grows. */
  @Benchmark
  public List<Step> enqueue() {
    byte[] pid = new byte[16];
    random.nextBytes(pid);
    return execute(Command.Update.of(Element.Enqueue.of(QUEUE, Pid.of(pid), data)));
  }

  private List<Step> execute(Command command) {
    return slot.execute(++caller, command, 0);
  }

  private static Reply.LeasedTask granted(List<Step> steps) {
    return ((Reply.Granted) steps.getLast().answers().getLast().reply()).tasks().getFirst();
  }
}
