package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * The bytes of a simulated file, twice: as a reader sees them, and as they are on the platter. A
 * sector in which the two may differ is <i>dirty</i> until a sync writes it, or gives it up.
 */
final class SimulatedContent {
  static final int SECTOR_BYTES = 512;

  private byte[] visible = new byte[0];
  private byte[] durable = new byte[0];
  private BitSet dirty = new BitSet();

  SimulatedContent copy() {
    var copy = new SimulatedContent();
    copy.visible = visible.clone();
    copy.durable = durable.clone();
    copy.dirty = (BitSet) dirty.clone();
    return copy;
  }

  int size() {
    return visible.length;
  }

  byte[] bytes() {
    return visible.clone();
  }

  int read(ByteBuffer target, long position) {
    int count = (int) Math.min(target.remaining(), Math.max(0, visible.length - position));
    if (count > 0) {
      target.put(visible, (int) position, count);
    }
    return count;
  }

  /**
   * Writes the next bytes of the source. An older state of a dirty sector may reach the platter.
   */
  void write(ByteBuffer source, int count, long position, RandomGenerator random) {
    int from = Math.toIntExact(position);
    int to = Math.addExact(from, count);
    if (to > visible.length) {
      visible = Arrays.copyOf(visible, to);
    }
    for (int sector = from / SECTOR_BYTES;
        count > 0 && sector <= (to - 1) / SECTOR_BYTES;
        sector++) {
      if (dirty.get(sector) && random.nextBoolean()) {
        flush(sector);
      }
      dirty.set(sector);
    }
    source.get(visible, from, count);
  }

  void sync() {
    keep(_ -> true);
    durable = Arrays.copyOf(durable, visible.length);
  }

  /** Forgets dirty sectors as Linux does when their write-back fails: readable, but not to stay. */
  void failSync(RandomGenerator random) {
    keep(_ -> random.nextBoolean());
  }

  /** Brings a choice of dirty sectors to the platter; none is dirty any more. */
  void keep(IntPredicate choice) {
    dirty.stream().filter(choice).forEach(this::flush);
    dirty.clear();
  }

  int dirtySectors() {
    return dirty.cardinality();
  }

  private void flush(int sector) {
    int from = sector * SECTOR_BYTES;
    int to = Math.min(from + SECTOR_BYTES, visible.length);
    if (to > durable.length) {
      durable = Arrays.copyOf(durable, to);
    }
    System.arraycopy(visible, from, durable, from, to - from);
  }

  /** Shows what is on the platter, as after a power cut. */
  void revert() {
    visible = durable.clone();
    dirty.clear();
  }

  /** Changes a byte behind everybody's back. */
  void corrupt(int offset, int mask) {
    visible[offset] ^= (byte) mask;
    if (offset < durable.length) {
      durable[offset] ^= (byte) mask;
    }
  }

  void truncate(int newSize) {
    visible = Arrays.copyOf(visible, newSize);
    durable = Arrays.copyOf(durable, Math.min(durable.length, newSize));
    dirty.clear((newSize + SECTOR_BYTES - 1) / SECTOR_BYTES, Integer.MAX_VALUE);
  }
}
