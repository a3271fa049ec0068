package dev.millrace.queue;

import java.nio.ByteBuffer;

/**
 * Encodes tasks for the store one after the other, in the same memory. What it gives is read before
 * it is asked again, by the same thread.
 */
public final class TaskEncoder {
  private final BytesOut out = new BytesOut();

  /** As {@link StoredCodec#encodeTask}. */
  public ByteBuffer encode(Task task) {
    out.clear(StoredCodec.taskBytesEstimate(task));
    StoredCodec.writeTask(out, task);
    return out.view();
  }
}
