package dev.millrace.journal;

import java.util.ArrayDeque;

/** What a scan found in one segment. Filled while the scan reads it. */
final class ScannedSegment {
  final SegmentHeader header;
  final TicketRanges tickets;
  long firstFrame;
  long lastFrame;
  int frames;
  long entries;
  int usedBytes = SegmentHeader.BYTES;

  /** Where the last frames are that are not known to be synced; the last one never is. */
  private final ArrayDeque<Integer> tail = new ArrayDeque<>();

  ScannedSegment(SegmentHeader header, int slots) {
    this.header = header;
    this.tickets = new TicketRanges(slots);
  }

  long number() {
    return header.segment();
  }

  boolean isUnused() {
    return frames == 0;
  }

  void add(FrameHeader frame, int at) {
    if (frames == 0) {
      firstFrame = frame.number();
    }
    frames++;
    entries += frame.entries();
    lastFrame = frame.number();
    usedBytes = at + frame.frameBytes();
    tail.addLast(at);
    while (tail.size() - 1 > frame.unsynced()) {
      tail.removeFirst();
    }
  }

  /** Where the frames begin that are not known to be synced; there must be a frame. */
  int tailAt() {
    return tail.getFirst();
  }
}
