package dev.millrace.queue;

import java.util.ArrayList;
import java.util.List;

/**
 * Steps as bytes, for the journal: ticket, time, number of changes, changes; docs/storage-format.md
 * has the layout.
 */
public final class StepCodec {
  private StepCodec() {}

  /** What the journal keeps of a step. */
  public record Journaled(long ticket, long timeMillis, List<Change> changes) {}

  public static Encoded encode(long ticket, long timeMillis, List<Change> changes) {
    return encode(ticket, timeMillis, changes, new BytesOut());
  }

  /** Encodes a step in memory that was cleared for it, and that is free again on return. */
  static Encoded encode(long ticket, long timeMillis, List<Change> changes, BytesOut out) {
    out.putLong(ticket).putLong(timeMillis).putLong(changes.size());
    for (Change change : changes) {
      ChangeCodec.write(out, change);
    }
    return out.toEncoded();
  }

  /**
   * Decodes steps that were encoded one behind the other.
   *
   * @throws IllegalArgumentException when the bytes aren't steps
   */
  public static List<Journaled> decode(byte[] bytes) {
    BytesIn in = new BytesIn(bytes);
    List<Journaled> steps = new ArrayList<>();
    try {
      while (!in.isAtEnd()) {
        steps.add(step(in));
      }
    } catch (QueueException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "not a step, before byte %d: %s".formatted(in.position(), e.getMessage()), e);
    }
    return steps;
  }

  private static Journaled step(BytesIn in) {
    long ticket = in.takeLong();
    long timeMillis = in.takeLong();
    int count = in.takeCount();
    List<Change> changes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      changes.add(ChangeCodec.read(in));
    }
    return new Journaled(ticket, timeMillis, changes);
  }
}
