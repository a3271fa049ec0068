package dev.millrace.node.wire;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A failure that nobody foresaw: the log has it whole, the caller only learns that it is ours. */
final class Defect {
  private static final Logger log = LoggerFactory.getLogger(Defect.class);

  private Defect() {}

  static Problem reported(RuntimeException cause) {
    log.error("A call failed by a defect", cause);
    return new Problem(ErrorCode.INTERNAL, "a defect of the server; its log has the particulars");
  }
}
