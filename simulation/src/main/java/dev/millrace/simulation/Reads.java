package dev.millrace.simulation;

import dev.millrace.node.home.StoreReader;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What slots have asked of their store and haven't got yet. A read takes two acts, and what was
 * read may lie about before it is supplied: anything can happen in between, and in any order.
 */
final class Reads {
  private final Store store;
  private final Seams seams;
  private final Dice dice;

  /** Nobody has begun to read these. */
  private final List<Asked> asked = new ArrayList<>();

  private final List<Begun> begun = new ArrayList<>();
  private final List<Read> finished = new ArrayList<>();

  private record Begun(Snapshot snapshot, List<Asked> asked) {}

  /** An inquiry and what was found for it. */
  record Read(Asked asked, Answered answered) {}

  Reads(Store store, Seams seams, Dice dice) {
    this.store = store;
    this.seams = seams;
    this.dice = dice;
  }

  void add(List<Asked> more) {
    asked.addAll(more);
  }

  boolean isEmpty() {
    return asked.isEmpty() && begun.isEmpty() && finished.isEmpty();
  }

  /** Whether a slot waits for something. */
  boolean isReading(int slot) {
    return asked.stream().anyMatch(one -> one.slot() == slot)
        || begun.stream().flatMap(read -> read.asked.stream()).anyMatch(one -> one.slot() == slot)
        || finished.stream().anyMatch(read -> read.asked.slot() == slot);
  }

  /** Names the version in which some of the inquiries will be read. */
  void begin() {
    if (asked.isEmpty()) {
      return;
    }
    var some = new ArrayList<Asked>();
    for (int count = 1 + dice.below(asked.size()); count > 0; count--) {
      some.add(asked.remove(dice.below(asked.size())));
    }
    begun.add(new Begun(seams.snapshot(store, some), some));
  }

  /** Reads if need be, and takes something that is to be supplied now; none when nothing is. */
  Optional<Read> take() {
    if (!begun.isEmpty() && (finished.isEmpty() || dice.chance(0.5))) {
      finish(begun.remove(dice.below(begun.size())));
    }
    return finished.isEmpty()
        ? Optional.empty()
        : Optional.of(finished.remove(dice.below(finished.size())));
  }

  private void finish(Begun read) {
    try (var snapshot = read.snapshot) {
      List<Answered> answered = StoreReader.read(snapshot, read.asked);
      for (int i = 0; i < answered.size(); i++) {
        finished.add(new Read(read.asked.get(i), answered.get(i)));
      }
    }
  }
}
