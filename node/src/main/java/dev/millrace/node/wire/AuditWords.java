package dev.millrace.node.wire;

import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.SetPoliciesRequest;

/** What an act of administration is about, as its caller said it. */
final class AuditWords {
  private AuditWords() {}

  static String of(Queue queue) {
    return queue.getGroup() + "/" + queue.getName();
  }

  static String of(DeleteQueueRequest request) {
    return request.hasPattern() ? "pattern " + of(request.getPattern()) : of(request.getQueue());
  }

  private static String of(Pattern pattern) {
    return (pattern.getAllGroups() ? "*" : pattern.getGroup()) + "/" + pattern.getRegex();
  }

  static String of(SetPoliciesRequest request) {
    return "%d policies after version %s"
        .formatted(request.getPoliciesCount(), Long.toUnsignedString(request.getExpectedVersion()));
  }
}
