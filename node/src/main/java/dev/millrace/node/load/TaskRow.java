package dev.millrace.node.load;

import dev.millrace.queue.Pid;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A task on its way to the store, in the order of slot, queue and PID.
 *
 * @param place slot (2 bytes), queue id (8), PID
 * @param isSurelyNew whether nobody need ask if the task is there
 * @param untilMillis when its delay ends; 0 if it is available
 * @param value of its row
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared but by place, and millions of them.
record TaskRow(byte[] place, boolean isSurelyNew, long untilMillis, byte[] value)
    implements Comparable<TaskRow> {
  private static final int HEAD_BYTES = Short.BYTES + Long.BYTES;

  /** About what the objects take beside their bytes. */
  private static final int OVERHEAD_BYTES = 88;

  static byte[] place(int slot, long queueId, Pid pid) {
    return ByteBuffer.allocate(HEAD_BYTES + pid.length())
        .putShort((short) slot)
        .putLong(queueId)
        .put(pid.bytes())
        .array();
  }

  int slot() {
    return ByteBuffer.wrap(place).getShort() & 0xffff;
  }

  long queueId() {
    return ByteBuffer.wrap(place).getLong(Short.BYTES);
  }

  Pid pid() {
    return Pid.of(Arrays.copyOfRange(place, HEAD_BYTES, place.length));
  }

  boolean isDelayed() {
    return untilMillis > 0;
  }

  boolean isSameTask(TaskRow other) {
    return Arrays.equals(place, other.place);
  }

  long memoryBytes() {
    return (long) OVERHEAD_BYTES + place.length + value.length;
  }

  /** By place alone. */
  @Override
  public int compareTo(TaskRow other) {
    return Arrays.compareUnsigned(place, other.place);
  }
}
