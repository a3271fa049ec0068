package dev.millrace.queue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The data of a task: bytes that Millrace carries and never reads. With it goes the trace, if there
 * is one: what the producer's tracing wants to be told to whoever works on the task.
 *
 * <p>A trace is a part of the data because it has the same life: it comes with an enqueue, stays
 * when the task moves, is kept aside and replaced with it. Data without a trace takes no memory for
 * it.
 */
public sealed class Payload permits Payload.Traced {
  public static final Payload EMPTY = new Payload(new byte[0]);

  /** A {@code traceparent}, a space, and the 512 bytes of {@code tracestate} that all carry. */
  public static final int TRACE_BYTES_MAX = 568;

  private final byte[] bytes;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes the array over: the caller must not change it afterwards. */
  public static Payload of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Payload(bytes);
  }

  public static Payload of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same bytes with a trace of printable ASCII; with none if it is empty. */
  public final Payload traced(String trace) {
    if (trace.isEmpty()) {
      return trace().isEmpty() ? this : of(bytes);
    }
    checkTrace(trace);
    return new Traced(bytes, trace);
  }

  private static void checkTrace(String trace) {
    if (trace.length() > TRACE_BYTES_MAX) {
      throw QueueException.tooLarge(
          "a trace has at most %d bytes, this one has %d", TRACE_BYTES_MAX, Utf8.length(trace));
    }
    for (int i = 0; i < trace.length(); i++) {
      if (trace.charAt(i) < ' ' || trace.charAt(i) > '~') {
        throw QueueException.invalid("a trace is printable ASCII, but for its character %d", i);
      }
    }
  }

  /** The bytes themselves, not a copy: callers only read them. */
  public final byte[] bytes() {
    return bytes;
  }

  public final int length() {
    return bytes.length;
  }

  /** Empty for none. */
  public String trace() {
    return "";
  }

  /** How many bytes it takes with its trace. */
  public final int size() {
    return bytes.length + trace().length();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Payload payload
        && Arrays.equals(bytes, payload.bytes)
        && trace().equals(payload.trace());
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }

  /** Data with a trace. */
  static final class Traced extends Payload {
    private final String trace;

    private Traced(byte[] bytes, String trace) {
      super(bytes);
      this.trace = trace;
    }

    @Override
    public String trace() {
      return trace;
    }

    @Override
    public String toString() {
      return super.toString() + " of trace " + trace;
    }
  }
}
