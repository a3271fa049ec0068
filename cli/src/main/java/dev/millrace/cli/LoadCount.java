package dev.millrace.cli;

import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.UpdateReply;

/**
 * What became of the tasks so far.
 *
 * @param created tasks that are new
 * @param collapsed tasks whose PID was there already
 */
record LoadCount(long created, long collapsed) {
  static final LoadCount NONE = new LoadCount(0, 0);

  static LoadCount of(UpdateReply reply) {
    var created =
        reply.getResultsList().stream()
            .filter(result -> result.getOutcome() == ElementResult.Outcome.CREATED)
            .count();
    return new LoadCount(created, reply.getResultsCount() - created);
  }

  LoadCount plus(LoadCount other) {
    return new LoadCount(created + other.created, collapsed + other.collapsed);
  }

  long tasks() {
    return created + collapsed;
  }
}
