package dev.millrace.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** The names in a simulated directory, as they are seen and as a crash would leave them. */
final class SimulatedNames {
  private SortedMap<String, SimulatedContent> visible = new TreeMap<>();
  private SortedMap<String, SimulatedContent> durable = new TreeMap<>();
  private final List<Consumer<SortedMap<String, SimulatedContent>>> unsynced = new ArrayList<>();

  SortedMap<String, SimulatedContent> visible() {
    return visible;
  }

  void create(String name, SimulatedContent content) {
    change(names -> names.put(name, content));
  }

  void rename(String source, String target) {
    var content = visible.get(source);
    change(
        names -> {
          if (names.remove(source, content)) {
            names.put(target, content);
          }
        });
  }

  void delete(String name) {
    var content = visible.get(name);
    change(names -> names.remove(name, content));
  }

  private void change(Consumer<SortedMap<String, SimulatedContent>> change) {
    change.accept(visible);
    unsynced.add(change);
  }

  void sync() {
    durable = new TreeMap<>(visible);
    unsynced.clear();
  }

  int unsyncedChanges() {
    return unsynced.size();
  }

  /** Shows what a crash leaves: the synced state, and a choice of the changes since. */
  void crash(IntPredicate choice) {
    for (int i = 0; i < unsynced.size(); i++) {
      if (choice.test(i)) {
        unsynced.get(i).accept(durable);
      }
    }
    unsynced.clear();
    visible = new TreeMap<>(durable);
  }

  /** A copy whose files are copies too; all its names are synced. */
  SimulatedNames copy() {
    var copy = new SimulatedNames();
    visible.forEach((name, content) -> copy.visible.put(name, content.copy()));
    copy.sync();
    return copy;
  }
}
