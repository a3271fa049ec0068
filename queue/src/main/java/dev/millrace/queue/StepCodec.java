package dev.millrace.queue;

import java.util.List;

/** Steps as bytes, for the journal; docs/storage-format.md has the layout. */
public final class StepCodec {
  private StepCodec() {}

  /** What the journal keeps of a step. */
  public record Journaled(long ticket, long timeMillis, List<Change> changes) {}

  public static Payload encode(long ticket, long timeMillis, List<Change> changes) {
    throw new UnsupportedOperationException();
  }

  /** Decodes steps that were encoded one behind the other. */
  public static List<Journaled> decode(byte[] bytes) {
    throw new UnsupportedOperationException();
  }
}
