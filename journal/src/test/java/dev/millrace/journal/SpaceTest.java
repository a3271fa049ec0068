package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Refused;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A granted reservation can be written, whatever the sizes, the order and the grouping. */
class SpaceTest {
  @Test
  void whatIsReservedCanAlwaysBeWritten() {
    long written = 0;
    for (int seed = 0; seed < 300; seed++) {
      written += new Run(seed).run();
    }

    assertThat(written).isGreaterThan(50_000);
  }

  @Test
  void promisesAreNotMuchSmallerThanTheRoom() {
    var journal =
        Journals.open(Journals.disk(), new JournalConfig(1 << 16, 1 << 14, 2, 0)).journal();
    Journals.maintain(journal);

    int granted = 0;
    while (journal.reserve(1000, Purpose.COMPLETION) instanceof Granted) {
      granted++;
    }

    assertThat(granted).isBetween(3 * 57, 3 * 60);
  }

  /** Reserves as much as is granted, in random sizes, and writes it in random order. */
  private static final class Run {
    private static final JournalConfig CONFIG = new JournalConfig(8192, 4096, 3, 0);

    private final Random random;
    private final SegmentJournal journal = Journals.open(Journals.disk(), CONFIG).journal();
    private final List<Reservation> waiting = new ArrayList<>();
    private long ticket;
    private long written;

    Run(int seed) {
      this.random = new Random(seed);
    }

    long run() {
      for (int round = 0; round < 40; round++) {
        if (random.nextInt(3) > 0) {
          journal.maintain();
        }
        reserveUntilRefused();
        Collections.shuffle(waiting, random);
        write(random.nextInt(waiting.size() + 1));
        trim();
      }
      write(waiting.size());
      return written;
    }

    private void reserveUntilRefused() {
      int largest = 1 + random.nextInt(CONFIG.payloadBytesMax());
      while (true) {
        int bytes = random.nextInt(10) == 0 ? largest : random.nextInt(Math.min(largest, 300));
        var purpose = random.nextBoolean() ? Purpose.GROWTH : Purpose.COMPLETION;
        switch (journal.reserve(bytes, purpose)) {
          case Granted(var reservation) -> waiting.add(settled(reservation, bytes));
          case Refused _ -> {
            return;
          }
        }
      }
    }

    /** A third of the reservations shrink. The entry gets its ticket when it is written. */
    private Reservation settled(Reservation reservation, int bytes) {
      int used = random.nextInt(3) == 0 ? random.nextInt(bytes + 1) : bytes;
      reservation.fill(Journals.entry((int) (++ticket % Journals.SLOTS), ticket, used));
      return reservation;
    }

    private void write(int count) {
      // Tickets must grow within a slot, while sizes come in any order.
      var batch = new ArrayList<>(waiting.subList(0, count));
      waiting.subList(0, count).clear();
      batch.addAll(waiting);
      waiting.clear();
      batch.sort((a, b) -> Long.compare(a.entry().lastTicket(), b.entry().lastTicket()));
      List<Reservation> left = batch.subList(0, count);
      waiting.addAll(batch.subList(count, batch.size()));
      while (!left.isEmpty()) {
        int taken = journal.write(left.subList(0, 1 + random.nextInt(left.size())), Journals.NOW);
        journal.sync();
        written += taken;
        left = left.subList(taken, left.size());
      }
    }

    private void trim() {
      var flushed = new long[Journals.SLOTS];
      for (int slot = 0; slot < Journals.SLOTS; slot++) {
        flushed[slot] = journal.lastTicket(slot);
      }
      journal.trim(flushed);
    }
  }
}
