package dev.millrace.journal;

/** All that an opened journal starts with. */
record Recovered(
    DataDirectory directory,
    JournalConfig config,
    Anchor anchor,
    Space space,
    SegmentIndex index,
    Upkeep upkeep,
    SpareSegment fresh,
    TicketRanges tickets,
    long lastFrame,
    long lastTimeMillis) {}
