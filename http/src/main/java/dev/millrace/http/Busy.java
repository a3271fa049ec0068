package dev.millrace.http;

import com.google.protobuf.Duration;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import java.util.Map;

/** Answers to requests that would be taken at another time. */
final class Busy {
  private static final int UNAVAILABLE = 503;

  private Busy() {}

  static Answer bodies() {
    return later(ErrorCode.OVERLOADED, "too many large bodies are being received");
  }

  static Answer listeners() {
    return later(ErrorCode.OVERLOADED, "too many listen to live statistics");
  }

  /** Whether calls should be sent here, and if not, why. */
  static Answer readiness(NodeView view) {
    return view.unready()
        .map(reason -> later(ErrorCode.OVERLOADED, "not ready: " + reason))
        .orElseGet(() -> Answer.json("{\"status\":\"ready\"}"));
  }

  private static Answer later(ErrorCode code, String message) {
    Problem problem =
        Problem.newBuilder()
            .setCode(code)
            .setMessage(message)
            .setRetryAfter(Duration.newBuilder().setSeconds(1))
            .build();
    return Answer.problem(UNAVAILABLE, problem, Map.of("retry-after", "1"));
  }
}
