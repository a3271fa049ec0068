package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** How long calls took until their answer left, by what they were for and what became of them. */
public final class CallCounts {
  /** For a call that did not fail. */
  public static final String OK = "OK";

  private final Map<CallClass, OfKind> counts = new EnumMap<>(CallClass.class);

  /** All made at the start, so that nobody has to wait for another who makes one. */
  private static final class OfKind {
    private final TimeCounts good = new TimeCounts();
    private final Map<ErrorCode, TimeCounts> failed = new EnumMap<>(ErrorCode.class);

    OfKind() {
      for (ErrorCode code : ErrorCode.values()) {
        failed.put(code, new TimeCounts());
      }
    }
  }

  CallCounts() {
    for (CallClass kind : CallClass.values()) {
      counts.put(kind, new OfKind());
    }
  }

  void add(CallClass kind, Answer answer, long tookNanos) {
    OfKind ofKind = Objects.requireNonNull(counts.get(kind));
    TimeCounts outcome =
        answer.reply() instanceof Reply.Failed(var problem)
            ? Objects.requireNonNull(ofKind.failed.get(problem.code()))
            : ofKind.good;
    outcome.add(tookNanos);
  }

  /** Shows those that there are, by kind and by the name of the outcome. */
  public void show(Shown shown) {
    counts.forEach(
        (kind, ofKind) -> {
          shown.show(kind, OK, ofKind.good);
          ofKind.failed.forEach(
              (code, failed) -> {
                if (!failed.isEmpty()) {
                  shown.show(kind, code.name(), failed);
                }
              });
        });
  }

  /** Takes what was counted. */
  public interface Shown {
    void show(CallClass kind, String outcome, TimeCounts counts);
  }
}
