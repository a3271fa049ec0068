package dev.millrace.bench.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Writes and syncs, one after the other. */
final class BareSync {
  private static final int SAMPLES_MAX = 1 << 18;

  private BareSync() {}

  /** The median of writing so many bytes into a file that is there in full, and syncing, in µs. */
  static double p50Micros(Path file, int bytes, Duration time) throws IOException {
    long[] nanos = new long[SAMPLES_MAX];
    int samples = 0;
    try (var channel = BareLogLoop.allocate(file)) {
      var data = ByteBuffer.allocateDirect(bytes);
      long end = System.nanoTime() + time.toNanos();
      for (long now = System.nanoTime(); now < end && samples < SAMPLES_MAX; ) {
        channel.write(data.clear(), (long) samples * bytes);
        channel.force(false);
        long done = System.nanoTime();
        nanos[samples++] = done - now;
        now = done;
      }
    }
    Arrays.sort(nanos, 0, samples);
    return nanos[samples / 2] / 1e3;
  }
}
