package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/** Something that a slot has to read from its store before it can decide. */
public sealed interface Need {
  /** A task, if it exists. Found as {@link Finding.OneTask}. */
  record OneTask(long queueId, Pid pid) implements Need {}

  /**
   * The first available tasks of a queue from a place on. Found as {@link Finding.Tasks}.
   *
   * @param bytesMax of data; the first task always fits
   */
  record AvailableTasks(long queueId, Position from, int tasksMax, long bytesMax) implements Need {}

  /**
   * The first tasks of a queue from a place on. Found as {@link Finding.Tasks}.
   *
   * @param available whether available tasks are wanted
   * @param held whether leased and delayed tasks are wanted
   */
  record AnyTasks(long queueId, Position from, boolean available, boolean held, int tasksMax)
      implements Need {}

  /**
   * The first deadlines of the slot.
   *
   * @param after only those behind this one; none for all. Found as {@link Finding.Deadlines}.
   */
  record NextDeadlines(@Nullable Deadline after, int countMax) implements Need {}

  /**
   * The first of the tasks that a holder has leased in the slot.
   *
   * @param after only those behind this one; none for all. Found as {@link Finding.Leases}.
   */
  record LeasesOf(String holder, @Nullable TaskKey after, int countMax) implements Need {}
}
