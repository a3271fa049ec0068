package dev.millrace.bench.engine;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Payload;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import dev.millrace.queue.TaskName;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Leases of ten tasks by a pattern over many queues that all have one. */
@State(Scope.Thread)
public class PatternBenchmark {
  private static final int TASKS = 10;
  private static final Command.Lease LEASE =
      new Command.Lease(
          new Source.Matching(new NameFilter(QueueName.DEFAULT_GROUP, NamePattern.of("tenant-.*"))),
          TASKS,
          60_000,
          null,
          0,
          new Holder("worker", ""),
          null);

  @Param({"1000", "100000"})
  public int queues;

  private Slot slot = new Slot(0, Limits.DEFAULT, Room.UNLIMITED);
  private long caller;

  @Setup(Level.Trial)
  public void setUp() {
    slot = new Slot(0, Limits.DEFAULT, Room.UNLIMITED);
    slot.open(1, 0);
    for (int i = 0; i < queues; i++) {
      var queue = QueueName.of("tenant-" + i);
      execute(Command.Update.of(Element.Enqueue.of(queue, null, Payload.EMPTY)));
    }
  }

  /** And gives them back. */
  @Benchmark
  public List<Step> lease() {
    var granted = (Reply.Granted) execute(LEASE).getLast().answers().getLast().reply();
    return execute(
        new Command.GiveBack(
            granted.tasks().getFirst().task().lease(),
            granted.tasks().stream()
                .map(leased -> new TaskName(leased.queue(), leased.task().pid()))
                .toList()));
  }

  private List<Step> execute(Command command) {
    return slot.execute(++caller, command, 0);
  }
}
