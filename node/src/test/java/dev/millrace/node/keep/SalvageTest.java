package dev.millrace.node.keep;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.JournalCheck;
import dev.millrace.journal.SimulatedDisk;
import dev.millrace.queue.Command;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageTest {
  private static final DirectoryId NEW_ID = SavedSlot.ID;
  private static final QueueName MAIL = QueueName.of("mail");

  private final SimulatedDisk damaged = new SimulatedDisk(new SplittableRandom(1));
  private final SimulatedDisk target = new SimulatedDisk(new SplittableRandom(2));
  @TempDir private Path folder;

  @Test
  void aSoundDirectoryIsSavedWhole() {
    List<Task> before;
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
      slot.enqueue("mail", "b", "second");
      slot.dequeue("mail", "a", slot.lease("mail"));
      slot.enqueue("mail", "c", "third");
      slot.lease("mail");
      slot.execute(new Command.Pause(QueueName.of("held"), true));
      before = slot.tasks(MAIL);
    }

    var result = salvage();

    assertThat(result.losses()).isEmpty();
    assertThat(result.isComplete()).isTrue();
    assertThat(result.tasks()).isEqualTo(2);
    assertThat(result.queues()).isEqualTo(2);
    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.tasks(MAIL)).isEqualTo(before);
      assertThat(slot.report().isSound()).isTrue();
    }
  }

  @Test
  void ticketsOfTheLostTimeAreNotGivenAgain() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
    }

    salvage();

    assertThat(JournalCheck.run(target, (_, _) -> {}).incarnation()).isEqualTo(1 + 1000 + 1);
    assertThat(JournalCheck.run(target, (_, _) -> {}).trimmed()).isTrue();
  }

  @Test
  void aLostEnqueueLosesItsTaskAndWhatBecameOfIt() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "b", "second");
      slot.enqueue("mail", "a", "first");
      slot.lease("mail"); // a
      slot.enqueue("mail", "c", "third");
    }
    damage("first");

    var result = salvage();

    assertThat(result.isComplete()).isFalse();
    assertThat(result.missingTasks()).isEqualTo(1);
    assertThat(result.changesWithoutTask()).isEqualTo(1);
    assertThat(result.journal().gaps()).hasSize(1);
    assertThat(result.losses())
        .contains("1 tasks are missing, by the last counters of their queues");
    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.pids("mail")).containsExactly("b", "c");
    }
  }

  @Test
  void aLostEndOfATaskBringsItBack() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
      slot.enqueue("mail", "b", "second");
      slot.dequeue("mail", "a", slot.lease("mail"));
      slot.enqueue("mail", "c", "third");
    }
    damageFrame(4);

    var result = salvage();

    assertThat(result.surplusTasks()).isEqualTo(1);
    assertThat(result.missingTasks()).isZero();
    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.pids("mail")).containsExactly("a", "b", "c");
      assertThat(slot.tasks(MAIL).getFirst().state()).isInstanceOf(TaskState.Leased.class);
    }
  }

  @Test
  void aQueueWhoseNameIsLostGetsOneOfItsSlot() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
      slot.enqueue("mail", "b", "second");
    }
    damage("first");

    var result = salvage();

    assertThat(result.namelessQueues()).isEqualTo(1);
    try (var slot = new SavedSlot(folder.resolve("store"))) {
      var name = new QueueName(groupIn(KeptSlot.NUMBER), "queue-1");
      assertThat(slot.tasks(name)).extracting(Task::pid).containsExactly(Pid.of("b"));
    }
  }

  private static String groupIn(int slot) {
    int number = 0;
    while (Slot.of("salvaged-" + number, KeptSlot.SLOTS) != slot) {
      number++;
    }
    return "salvaged-" + number;
  }

  @Test
  void aQueueWhoseEndIsLostEndsWithTheNextOfItsName() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
      slot.execute(new Command.DeleteQueue(MAIL, null));
      slot.enqueue("mail", "b", "second");
    }
    damageFrame(2);

    salvage();

    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.pids("mail")).containsExactly("b");
    }
  }

  @Test
  void theMarkerAndTheAnchorAreNotNeeded() {
    try (var slot = new KeptSlot(damaged)) {
      slot.enqueue("mail", "a", "first");
    }
    damaged.delete("millrace.properties");
    damaged.delete("journal.anchor");

    var result = salvage();

    assertThat(result.isComplete()).isFalse();
    assertThat(result.losses())
        .singleElement()
        .asString()
        .contains("newest entries may be missing");
    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.pids("mail")).containsExactly("a");
    }
  }

  @Test
  void manyTasksAreSavedInManySteps() {
    try (var slot = new KeptSlot(damaged)) {
      for (int i = 0; i < 2500; i++) {
        slot.enqueue("mail", "%05d".formatted(i), "x");
      }
    }

    assertThat(salvage().isComplete()).isTrue();

    try (var slot = new SavedSlot(folder.resolve("store"))) {
      assertThat(slot.pids("mail")).hasSize(2500);
    }
  }

  @Test
  void whateverIsDamagedTheNewDirectoryIsSound() {
    try (var slot = new KeptSlot(damaged)) {
      var random = new SplittableRandom(7);
      for (int i = 0; i < 200; i++) {
        var queue = "q" + random.nextInt(3);
        switch (random.nextInt(5)) {
          case 0, 1, 2 -> slot.enqueue(queue, "" + random.nextInt(20), "x".repeat(i));
          case 3 -> {
            var pid = "!" + (1000 - i); // more urgent than all before
            slot.enqueue(queue, pid, "y");
            long lease = slot.lease(queue);
            if (random.nextBoolean()) {
              slot.dequeue(queue, pid, lease);
            }
          }
          default -> {
            slot.enqueue(queue, "" + random.nextInt(20), "z");
            slot.execute(new Command.DeleteQueue(QueueName.of(queue), null));
          }
        }
      }
    }
    for (int seed = 0; seed < 40; seed++) {
      var random = new SplittableRandom(seed);
      var copy = damaged.copy(random);
      for (int flips = random.nextInt(1, 8); flips > 0; flips--) {
        var names = copy.list().stream().filter(name -> name.startsWith("journal")).toList();
        var name = names.get(random.nextInt(names.size()));
        copy.corrupt(name, random.nextInt(copy.bytes(name).length), 1 << random.nextInt(8));
      }
      var fresh = new SimulatedDisk(new SplittableRandom(seed));
      var store = folder.resolve("store-" + seed);

      Salvage.run(place(copy), place(fresh, store), terms());

      try (var slot = new SavedSlot(store)) {
        assertThat(slot.report().problems()).as("seed=%d", seed).isEmpty();
      }
    }
  }

  @Test
  void nothingIsSavedIntoADirectoryInUse() {
    new KeptSlot(damaged).close();
    target.create("letter.txt").close();

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(this::salvage)
        .withMessageContaining("isn't empty");
  }

  private SalvageResult salvage() {
    var result = Salvage.run(place(damaged), place(target, folder.resolve("store")), terms());
    assertThat(JournalCheck.run(target, (_, _) -> {}).isSound()).isTrue();
    assertThat(result.id()).isEqualTo(NEW_ID);
    return result;
  }

  private static Salvage.Place place(SimulatedDisk disk) {
    return new Salvage.Place(
        disk,
        _ -> {
          throw new AssertionError("there is no store");
        });
  }

  private static Salvage.Place place(SimulatedDisk disk, Path store) {
    return new Salvage.Place(disk, id -> RocksStore.open(store, id, RocksConfig.DEFAULT));
  }

  private static Salvage.Terms terms() {
    return new Salvage.Terms(NEW_ID, KeptSlot.SLOTS, KeptSlot.JOURNAL);
  }

  /** Flips a bit of the first place in the journal where this text is. */
  private void damage(String text) {
    var name = firstSegment();
    int at = new String(damaged.bytes(name), ISO_8859_1).indexOf(text);
    assertThat(at).isPositive();
    damaged.corrupt(name, at, 1);
  }

  /** Flips a bit in the body of a frame of the first segment, counted from 1. */
  private void damageFrame(int number) {
    var name = firstSegment();
    var text = new String(damaged.bytes(name), ISO_8859_1);
    int at = -1;
    for (int i = 0; i < number; i++) {
      at = text.indexOf("MLFR", at + 1);
    }
    assertThat(at).isPositive();
    damaged.corrupt(name, at + 80, 1);
  }

  private String firstSegment() {
    return damaged.list().stream()
        .filter(name -> name.endsWith(".segment"))
        .sorted()
        .findFirst()
        .orElseThrow();
  }
}
