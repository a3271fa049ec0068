package dev.millrace.journal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link JournalCheck} found.
 *
 * @param incarnation the last opening that was finished
 * @param trimmed whether the journal alone doesn't hold everything
 * @param closedCleanly whether the journal was closed with nothing left to write
 * @param segments all that aren't trimmed, in order
 * @param tickets by slot, the tickets that entries in the journal cover
 * @param tornTails frames that were never synced; harmless
 * @param damages places where synced entries can't be read; the journal won't open if there are any
 */
public record CheckReport(
    DirectoryId directory,
    int format,
    int slots,
    long incarnation,
    boolean trimmed,
    boolean closedCleanly,
    List<SegmentReport> segments,
    Map<Integer, TicketRange> tickets,
    List<TornTail> tornTails,
    List<Damage> damages) {
  /**
   * One segment.
   *
   * @param firstFrame 0 if it has no frame
   * @param usedBytes up to the end of the last valid frame
   */
  public record SegmentReport(
      String file,
      long incarnation,
      long firstFrame,
      int frames,
      long entries,
      long usedBytes,
      long bytes) {}

  /** The first and the last ticket of a slot, both included. */
  public record TicketRange(long first, long last) {}

  public CheckReport {
    segments = List.copyOf(segments);
    tickets = Map.copyOf(tickets);
    tornTails = List.copyOf(tornTails);
    damages = List.copyOf(damages);
  }

  static CheckReport of(DataDirectory directory, AnchorState anchor, JournalScan scan) {
    return new CheckReport(
        directory.id(),
        directory.format(),
        directory.slots(),
        anchor.incarnation(),
        anchor.isTrimmed(),
        anchor.clean(),
        scan.segments().stream().map(CheckReport::segment).toList(),
        ranges(scan.tickets()),
        scan.tornTails(),
        scan.damages());
  }

  private static SegmentReport segment(ScannedSegment scanned) {
    return new SegmentReport(
        FileNames.segment(scanned.number()),
        scanned.header.incarnation(),
        scanned.firstFrame,
        scanned.frames,
        scanned.entries,
        scanned.usedBytes,
        scanned.header.segmentBytes());
  }

  private static Map<Integer, TicketRange> ranges(TicketRanges tickets) {
    var ranges = new TreeMap<Integer, TicketRange>();
    tickets
        .lastBySlot()
        .forEach((slot, last) -> ranges.put(slot, new TicketRange(tickets.first(slot), last)));
    return ranges;
  }

  public boolean isSound() {
    return damages.isEmpty();
  }

  public long frames() {
    return segments.stream().mapToLong(SegmentReport::frames).sum();
  }

  public long entries() {
    return segments.stream().mapToLong(SegmentReport::entries).sum();
  }
}
