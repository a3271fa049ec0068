package dev.millrace.journal;

import dev.millrace.journal.Journals.Opened;
import dev.millrace.journal.ReserveResult.Granted;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A fixed sequence of calls that reaches every kind of I/O: several lives, frames of one and many
 * entries, rolls, spares, trims, recycling, clean and unclean stops.
 */
final class Workload {
  private static final int LIVES = 3;
  private static final int BATCHES = 14;

  private final SimulatedDisk disk;
  private final History history;
  private final SplittableRandom random = new SplittableRandom(7);

  Workload(SimulatedDisk disk, History history) {
    this.disk = disk;
    this.history = history;
  }

  /** Runs until the end, or until the disk fails. */
  void run() {
    for (int life = 0; life < LIVES; life++) {
      var opened = Journals.open(disk);
      history.reopened(opened.journal(), opened.recovered());
      live(opened);
      if (life == LIVES - 2) {
        disk.crash(Crash.PROCESS);
      } else {
        opened.close();
      }
    }
  }

  private void live(Opened opened) {
    var journal = opened.journal();
    Journals.maintain(journal);
    for (int batch = 0; batch < BATCHES; batch++) {
      write(journal, entries(journal));
      if (batch % 3 == 2) {
        journal.maintain();
      }
      if (batch % 5 == 4) {
        journal.trim(history.trimAllBut(6));
        Journals.maintain(journal);
      }
    }
  }

  private List<Reservation> entries(SegmentJournal journal) {
    var reservations = new ArrayList<Reservation>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      var entry = history.next(random.nextInt(Journals.SLOTS), random.nextInt(600));
      // A refusal changes nothing: the entry is simply not there.
      if (journal.reserve(entry.payload().length(), Purpose.COMPLETION)
          instanceof Granted(var reservation)) {
        reservation.fill(entry);
        reservations.add(reservation);
      }
    }
    return reservations;
  }

  private void write(SegmentJournal journal, List<Reservation> reservations) {
    var left = reservations;
    while (!left.isEmpty()) {
      left.forEach(reservation -> history.writing(reservation.entry()));
      try {
        int count = journal.write(left, Journals.NOW + history.lastTicket());
        history.unwrite(left.size() - count);
        left = left.subList(count, left.size());
        if (random.nextInt(3) > 0) {
          journal.sync();
          history.synced();
        }
      } catch (JournalPoisonedException e) {
        checkPoisoned(journal);
        throw e;
      }
    }
  }

  private static void checkPoisoned(SegmentJournal journal) {
    List.<Runnable>of(
            () -> journal.reserve(1, Purpose.COMPLETION),
            () -> journal.write(List.of(), Journals.NOW),
            journal::sync,
            journal::maintain,
            () -> journal.trim(new long[Journals.SLOTS]))
        .forEach(Workload::checkThrowsPoisoned);
  }

  /** By hand: it runs so often that an assertion library would take most of the time. */
  private static void checkThrowsPoisoned(Runnable call) {
    try {
      call.run();
    } catch (JournalPoisonedException e) {
      return;
    }
    throw new AssertionError("a poisoned journal took a call");
  }
}
