package dev.millrace.journal;

/** What a scan found in one segment. Filled while the scan reads it. */
final class ScannedSegment {
  final SegmentHeader header;
  final TicketRanges tickets;
  long firstFrame;
  long lastFrame;
  int lastFrameAt;
  int lastFrameBytes;
  int frames;
  long entries;
  int usedBytes = SegmentHeader.BYTES;

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
    lastFrameAt = at;
    lastFrameBytes = frame.frameBytes();
    usedBytes = at + lastFrameBytes;
  }
}
