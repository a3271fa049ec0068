package dev.millrace.queue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A priority and identity: any bytes, unique in a queue, ordered as unsigned bytes; the lowest is
 * the most urgent.
 */
public final class Pid implements Comparable<Pid> {
  public static final int BYTES_MAX = 1024;

  /** The most urgent PID there is. */
  public static final Pid EMPTY = new Pid(new byte[0]);

  private final byte[] bytes;

  private Pid(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes the array over: the caller must not change it afterwards. */
  public static Pid of(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw QueueException.tooLarge(
          "a PID has at most %d bytes, this one has %d", BYTES_MAX, bytes.length);
    }
    return bytes.length == 0 ? EMPTY : new Pid(bytes);
  }

  public static Pid of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes themselves, not a copy: callers only read them. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public int compareTo(Pid other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pid pid && Arrays.equals(bytes, pid.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The PID as text where it is printable ASCII, else in hex. */
  @Override
  public String toString() {
    for (byte b : bytes) {
      if (b < 0x20 || b == 0x7f) {
        return "0x" + HexFormat.of().formatHex(bytes);
      }
    }
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
