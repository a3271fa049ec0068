package dev.millrace.line;

/**
 * A frame that has arrived.
 *
 * @param body belongs to whoever gets it
 */
@SuppressWarnings("ArrayRecordComponent")
public record Frame(Line.Kind kind, byte[] body) {}
