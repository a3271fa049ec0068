package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The entries of a frame as bytes, one behind the other. */
final class FrameBody {
  private FrameBody() {}

  static void put(ByteBuffer target, Entry entry) {
    target
        .putInt(entry.payload().length())
        .putInt(entry.slot())
        .putLong(entry.firstTicket())
        .putLong(entry.lastTicket());
    entry.payload().copyTo(target);
  }

  /** The entries of a frame; empty if the bytes aren't entries. */
  static Optional<List<Entry>> read(ByteBuffer segment, int frameAt, FrameHeader header) {
    int at = frameAt + FrameHeader.BYTES;
    int end = at + header.bodyBytes();
    var entries = new ArrayList<Entry>();
    while (at < end) {
      if (end - at < Entry.OVERHEAD_BYTES) {
        return Optional.empty();
      }
      int length = segment.getInt(at);
      int slot = segment.getInt(at + 4);
      long firstTicket = segment.getLong(at + 8);
      long lastTicket = segment.getLong(at + 16);
      at += Entry.OVERHEAD_BYTES;
      boolean plausible =
          slot >= 0 && slot <= 0xffff && firstTicket > 0 && lastTicket >= firstTicket;
      if (length < 0 || length > end - at || !plausible) {
        return Optional.empty();
      }
      entries.add(new Entry(slot, firstTicket, lastTicket, Bytes.read(segment, at, length)));
      at += length;
    }
    return entries.size() == header.entries() ? Optional.of(entries) : Optional.empty();
  }
}
