package dev.millrace.queue;

/**
 * What the slots of a node may keep in memory of what is in their stores.
 *
 * @param cacheBytes tasks that are also in the store, over all queues
 * @param headTasksMax tasks read at once to have the head of a queue at hand
 * @param headBytesMax tasks of one queue that are kept although they are in the store
 * @param deadlinesMax deadlines of a slot that are kept without their task
 * @param layerBytes changes of a slot after which it wants to be frozen
 */
public record Memory(
    long cacheBytes, int headTasksMax, long headBytesMax, int deadlinesMax, long layerBytes) {
  /** For slots that have no store: nothing is ever dropped. */
  public static final Memory UNLIMITED =
      new Memory(
          Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  public static final Memory DEFAULT = new Memory(256L << 20, 10_000, 16L << 20, 4_096, 32L << 20);
}
