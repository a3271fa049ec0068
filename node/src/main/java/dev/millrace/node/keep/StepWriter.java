package dev.millrace.node.keep;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.Entry;
import dev.millrace.journal.Purpose;
import dev.millrace.journal.Reservation;
import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Payload;
import java.util.ArrayList;
import java.util.List;

/** Writes steps to a journal that nobody else uses. */
final class StepWriter {
  private static final int STEPS_MAX = 1000;

  private final SegmentJournal journal;
  private final List<Reservation> waiting = new ArrayList<>();
  private long timeMillis;

  StepWriter(SegmentJournal journal) {
    this.journal = journal;
    this.timeMillis = journal.lastTimeMillis();
  }

  void write(int slot, long ticket, long stepMillis, Payload encoded) {
    Reservation room = reserve(encoded.length());
    room.fill(new Entry(slot, ticket, Bytes.wrap(encoded.bytes())));
    waiting.add(room);
    timeMillis = Math.max(timeMillis, stepMillis);
    if (waiting.size() >= STEPS_MAX) {
      flush();
    }
  }

  private Reservation reserve(int bytes) {
    if (journal.reserve(bytes, Purpose.GROWTH) instanceof Granted(var room)) {
      return room;
    }
    flush();
    prepare();
    if (journal.reserve(bytes, Purpose.GROWTH) instanceof Granted(var room)) {
      return room;
    }
    throw new DataDirectoryException(
        DataDirectoryException.Problem.UNUSABLE, "there is no space for what was salvaged");
  }

  void prepare() {
    boolean more = true;
    while (more) {
      more = journal.maintain();
    }
  }

  /** Makes durable what was written. */
  void flush() {
    List<Reservation> rest = List.copyOf(waiting);
    while (!rest.isEmpty()) {
      int written = journal.write(rest, timeMillis);
      journal.sync();
      rest = rest.subList(written, rest.size());
    }
    waiting.clear();
  }
}
