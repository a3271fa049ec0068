package dev.millrace.journal;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What {@link JournalSalvage} could read, and what it could not.
 *
 * @param directory as the marker says, or else the segments
 * @param slots empty if the marker can't be read
 * @param incarnation the last one that is known of
 * @param trimmed whether the journal was trimmed, so that a store must have the rest
 * @param endIsKnown whether it is known how far the journal had come when it was last opened or
 *     closed
 * @param hasStore whether there is a store beside the journal
 * @param frames that could be read
 * @param entries that were shown
 * @param skippedBytes between readable frames, and of frames with a wrong checksum
 * @param gaps where entries may be missing; empty if nothing that was ever synced is
 * @param remarks other things that are not as they should be, in words
 */
public record SalvageReport(
    DirectoryId directory,
    OptionalInt slots,
    long incarnation,
    boolean trimmed,
    boolean endIsKnown,
    boolean hasStore,
    long frames,
    long entries,
    long skippedBytes,
    List<Gap> gaps,
    List<String> remarks) {
  public SalvageReport {
    gaps = List.copyOf(gaps);
    remarks = List.copyOf(remarks);
  }

  /**
   * A place where frames are missing.
   *
   * @param file where the next readable frame, or the end, was found
   * @param missingFrames at least; 0 if it isn't known
   * @param slots for each with readable entries, the tickets between which some may be missing
   */
  public record Gap(String file, long offset, long missingFrames, Map<Integer, Between> slots) {
    public Gap {
      slots = Map.copyOf(slots);
    }

    @Override
    public String toString() {
      return "%s before byte %d of %s; tickets that may be missing, by slot: %s"
          .formatted(
              missingFrames == 0
                  ? "frames are missing"
                  : missingFrames == 1
                      ? "1 frame is missing"
                      : missingFrames + " frames are missing",
              offset,
              file,
              new TreeMap<>(slots));
    }
  }

  /**
   * Tickets of a slot, without the two named.
   *
   * @param after 0 if nothing is known before
   * @param before {@link Long#MAX_VALUE} if nothing is known behind
   */
  public record Between(long after, long before) {
    @Override
    public String toString() {
      return before == Long.MAX_VALUE ? "after " + after : after + " to " + before;
    }
  }
}
