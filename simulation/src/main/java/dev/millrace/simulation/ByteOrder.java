package dev.millrace.simulation;

import dev.millrace.queue.Pid;

/** The order of PIDs, written again so that the engine's own comparison is judged too. */
final class ByteOrder {
  private ByteOrder() {}

  static int compare(Pid left, Pid right) {
    byte[] a = left.bytes();
    byte[] b = right.bytes();
    for (int i = 0; i < a.length && i < b.length; i++) {
      int difference = (a[i] & 0xff) - (b[i] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return a.length - b.length;
  }
}
