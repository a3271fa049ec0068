package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;
import java.util.EnumMap;
import java.util.Map;

/** How long calls took until their answer left, by what they were for and what became of them. */
public final class CallCounts {
  /** For a call that did not fail. */
  public static final String OK = "OK";

  private final Map<CallClass, TimeCounts> good = new EnumMap<>(CallClass.class);
  private final Map<CallClass, Map<ErrorCode, TimeCounts>> bad = new EnumMap<>(CallClass.class);

  CallCounts() {
    for (CallClass kind : CallClass.values()) {
      good.put(kind, new TimeCounts());
      // All made now, so that nobody has to wait for another who makes one.
      Map<ErrorCode, TimeCounts> failures = new EnumMap<>(ErrorCode.class);
      for (ErrorCode code : ErrorCode.values()) {
        failures.put(code, new TimeCounts());
      }
      bad.put(kind, failures);
    }
  }

  void add(CallClass kind, Answer answer, long tookNanos) {
    TimeCounts counts =
        answer.reply() instanceof Reply.Failed(var problem)
            ? bad.get(kind).get(problem.code())
            : good.get(kind);
    counts.add(tookNanos);
  }

  /** Shows those that there are, by kind and by the name of the outcome. */
  public void show(Shown shown) {
    for (CallClass kind : CallClass.values()) {
      shown.show(kind, OK, good.get(kind));
      bad.get(kind)
          .forEach(
              (code, counts) -> {
                if (!counts.isEmpty()) {
                  shown.show(kind, code.name(), counts);
                }
              });
    }
  }

  /** Takes what was counted. */
  public interface Shown {
    void show(CallClass kind, String outcome, TimeCounts counts);
  }
}
