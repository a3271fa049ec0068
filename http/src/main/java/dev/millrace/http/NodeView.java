package dev.millrace.http;

import dev.millrace.api.v1.StatsReply;
import java.util.Optional;

/** What a node shows of itself beside its calls. Asked often, on the one thread: must not block. */
public interface NodeView {
  /**
   * All metrics, in the text format of Prometheus.
   *
   * @param totals of all queues; none if the look at them was refused
   */
  String metrics(Optional<StatsReply> totals, HttpUse use);

  /** The files that everybody may see. */
  Site site();

  /** Why no calls should be sent here; empty when they should. */
  Optional<String> unready();
}
