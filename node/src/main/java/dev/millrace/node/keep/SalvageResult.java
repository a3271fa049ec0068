package dev.millrace.node.keep;

import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.SalvageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What was saved, and what is missing.
 *
 * @param journal what could be read of the files
 * @param id of the new directory
 * @param namelessQueues that got a new name, because what named them is missing
 * @param missingTasks by the last counters of their queues
 * @param surplusTasks by the same counters: tasks that were finished, or moved, where it can't be
 *     read
 * @param changesWithoutTask left out because the task is missing
 * @param unreadableEntries of the journal whose steps make no sense
 * @param lostStore why nothing of the store could be read; empty if it could, or there was none
 * @param badPlaces of the store that can't be read; each may have held many rows
 * @param badRows of the store that make no sense
 */
public record SalvageResult(
    SalvageReport journal,
    DirectoryId id,
    long queues,
    long tasks,
    long namelessQueues,
    long missingTasks,
    long surplusTasks,
    long changesWithoutTask,
    long unreadableEntries,
    String lostStore,
    long badPlaces,
    long badRows) {

  static SalvageResult of(
      SalvageReport journal, Collection<SalvagedSlot> slots, SalvageLosses losses, DirectoryId id) {
    var queues =
        slots.stream()
            .flatMap(slot -> slot.queues().stream())
            .filter(SalvagedQueue::isKnown)
            .toList();
    return new SalvageResult(
        journal,
        id,
        queues.size(),
        queues.stream().mapToLong(SalvagedQueue::tasks).sum(),
        queues.stream().filter(queue -> queue.name().isEmpty()).count(),
        queues.stream().mapToLong(queue -> Math.max(0, queue.missingTasks())).sum(),
        queues.stream().mapToLong(queue -> Math.max(0, -queue.missingTasks())).sum(),
        slots.stream().mapToLong(SalvagedSlot::changesWithoutTask).sum(),
        losses.unreadableEntries(),
        losses.lostStore(),
        losses.badPlaces(),
        losses.badRows());
  }

  /** Whether all that was ever acknowledged is in the new directory, and nothing else. */
  public boolean isComplete() {
    return losses().isEmpty();
  }

  /** What is missing, or may be, in words; empty if nothing is. */
  public List<String> losses() {
    List<String> losses = new ArrayList<>();
    journal.gaps().forEach(gap -> losses.add("in the journal " + gap));
    if (!lostStore.isEmpty()) {
      losses.add("the store, with all that was trimmed from the journal: " + lostStore);
    }
    count(losses, badPlaces, "places of the store can't be read, each with one row or many");
    count(losses, badRows, "rows of the store make no sense");
    if (!journal.endIsKnown()) {
      losses.add("the newest entries may be missing: nothing tells how far the journal had come");
    }
    count(losses, unreadableEntries, "entries of the journal make no sense");
    count(losses, missingTasks, "tasks are missing, by the last counters of their queues");
    count(losses, surplusTasks, "tasks may have been finished or moved already, by those counters");
    count(losses, changesWithoutTask, "changes were left out, because their task is missing");
    count(losses, namelessQueues, "queues have lost their name and are in groups salvaged-…");
    return losses;
  }

  private static void count(List<String> losses, long number, String what) {
    if (number > 0) {
      losses.add("%d %s".formatted(number, what));
    }
  }
}
