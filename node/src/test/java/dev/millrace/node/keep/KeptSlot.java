package dev.millrace.node.keep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.Disk;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Peek;
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
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.Task;
import java.util.List;

/** The slot of the default group in a data directory; every step is a frame of its own. */
final class KeptSlot implements AutoCloseable {
  static final int SLOTS = 8;
  static final int NUMBER = Slot.of("", SLOTS);
  static final DirectoryId ID = new DirectoryId(1, 2);
  static final JournalConfig JOURNAL = new JournalConfig(1 << 16, 1 << 15, 2, 0);
  static final long NOW = 1_800_000_000_000L;

  private final DataDirectory directory;
  private final SegmentJournal journal;
  private final Slot slot = new Slot(NUMBER, Limits.DEFAULT, Room.UNLIMITED);

  KeptSlot(Disk disk) {
    directory = DataDirectory.open(disk, SLOTS, ID);
    journal = SegmentJournal.open(directory, JOURNAL, (entry, _) -> restore(entry));
    slot.open(journal.incarnation(), NOW);
  }

  private void restore(Entry entry) {
    assertThat(entry.slot()).isEqualTo(NUMBER);
    for (var step : StepCodec.decode(entry.payload().toByteArray())) {
      slot.restore(step.ticket(), step.timeMillis(), step.changes());
    }
  }

  Slot slot() {
    return slot;
  }

  long incarnation() {
    return journal.incarnation();
  }

  Reply execute(Command command) {
    Reply reply = new Reply.Done();
    for (var step : slot.execute(1, command, NOW)) {
      if (!step.changes().isEmpty()) {
        append(new Entry(NUMBER, step.ticket(), Bytes.wrap(step.encoded().bytes())));
      }
      for (var answer : step.answers()) {
        reply = answer.reply();
      }
    }
    assertThat(reply).isNotInstanceOf(Reply.Failed.class);
    return reply;
  }

  private void append(Entry entry) {
    while (journal.maintain()) {
      // Until there is nothing more to do.
    }
    var room = ((Granted) journal.reserve(entry.payload().length(), Purpose.GROWTH)).reservation();
    room.fill(entry);
    journal.write(List.of(room), NOW);
    journal.sync();
  }

  void enqueue(String queue, String pid, String data) {
    execute(
        Command.Update.of(Element.Enqueue.of(QueueName.of(queue), Pid.of(pid), Payload.of(data))));
  }

  /** Leases the most urgent task; the number of the lease. */
  long lease(String queue) {
    var lease =
        new Command.Lease(
            new Source.Queues(List.of(QueueName.of(queue))),
            1,
            60_000,
            null,
            0,
            new Holder("worker", "127.0.0.1"),
            null);
    return ((Reply.Granted) execute(lease)).tasks().getFirst().task().lease();
  }

  void dequeue(String queue, String pid, long lease) {
    execute(Command.Update.of(new Element.Dequeue(QueueName.of(queue), Pid.of(pid), lease)));
  }

  List<Task> tasks(QueueName queue) {
    var peek = new Peek(queue, Pid.EMPTY, null, null, null, 10_000);
    return ((Reply.Peeked) execute(peek)).tasks();
  }

  List<String> pids(String queue) {
    return tasks(QueueName.of(queue)).stream().map(task -> task.pid().toString()).toList();
  }

  @Override
  public void close() {
    journal.close();
    directory.close();
  }
}
