package dev.millrace.journal;

/** A segment whose header and blocks are on disk, ready to take frames. */
record SpareSegment(long number, DiskFile file) {}
