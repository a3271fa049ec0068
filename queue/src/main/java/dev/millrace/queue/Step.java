package dev.millrace.queue;

import java.util.List;

/**
 * One atomic step of a slot.
 *
 * @param ticket the number of the step, or of the last step before it when nothing changed
 * @param changes to make durable together before any answer of this or a later step leaves; empty
 *     when nothing changed
 * @param encoded the changes as bytes for the journal, see {@link StepCodec}; empty when nothing
 *     changed
 * @param answers replies to the callers of this or earlier commands
 */
public record Step(
    long ticket, long timeMillis, List<Change> changes, Encoded encoded, List<Answer> answers) {

  /** A reply and the caller that it is for. */
  public record Answer(long caller, Reply reply) {}
}
