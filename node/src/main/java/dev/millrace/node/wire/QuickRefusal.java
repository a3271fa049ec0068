package dev.millrace.node.wire;

import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.CallClass;
import dev.millrace.node.CommandPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls of one message before commands are made of them. When the path refuses one, all
 * others of its kind, and of those behind it, are refused alike: whoever sends much more than is
 * taken must cost little.
 */
final class QuickRefusal {
  private final CommandPath path;
  private @Nullable CallClass refused;
  private int refusals;
  private Problem problem = Problem.getDefaultInstance();

  QuickRefusal(CommandPath path) {
    this.path = path;
  }

  /** The refusal of a call; empty for one that is to be looked at. */
  Optional<CallReply> of(Call call) {
    CallClass kind = kindOf(call);
    if (kind == null) {
      return Optional.empty();
    }
    CallClass before = refused;
    if (before == null || kind.compareTo(before) < 0) {
      var refusal = path.refusal(kind);
      if (refusal.isEmpty()) {
        return Optional.empty();
      }
      refused = kind;
      problem = ProblemAdapter.message(refusal.get());
    }
    refusals++;
    return Optional.of(
        CallReply.newBuilder().setNumber(call.getNumber()).setProblem(problem).build());
  }

  /** Calls that were refused. */
  int refusals() {
    return refusals;
  }

  /** As {@link CallClass} has it for commands. */
  private static @Nullable CallClass kindOf(Call call) {
    return switch (call.getKindCase()) {
      case UPDATE -> isCompletion(call.getUpdate()) ? CallClass.COMPLETE : CallClass.ENQUEUE;
      case LEASE -> CallClass.LEASE;
      case KIND_NOT_SET -> null;
    };
  }

  private static boolean isCompletion(UpdateRequest update) {
    for (Element element : update.getElementsList()) {
      if (element.hasDequeue() || element.hasRenew() || element.hasRelease()) {
        return true;
      }
    }
    return false;
  }
}
