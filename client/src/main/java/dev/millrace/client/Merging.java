package dev.millrace.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which callers' calls go to the server as one. That is cheaper for all: one command is executed,
 * journaled, remembered and answered instead of many.
 *
 * <p>Only callers that wait for their outcome, or don't care for order: nothing that they send
 * could overtake it, so their calls may go behind all others of a message, and once more when they
 * must be told apart.
 *
 * <p>An update in which one part fails changes nothing, and its parts are sent again: so as many go
 * together as seldom fail.
 */
final class Merging {
  static final int CALLERS_MAX = 1_000;

  /** Elements of an update, tasks of a lease: a tenth of what the server takes. */
  static final int PARTS_MAX = 1_000;

  private static final int CALLERS_MIN = 2;

  private final Map<Likeness, List<PendingCall<?>>> open = new LinkedHashMap<>();
  private final List<WireCall> full = new ArrayList<>();
  private int callersMax = CALLERS_MAX;

  /** Takes a call that has a likeness. */
  void add(PendingCall<?> call, Likeness likeness) {
    List<PendingCall<?>> callers = open.computeIfAbsent(likeness, _ -> new ArrayList<>());
    if (!callers.isEmpty() && !hasRoom(callers, call)) {
      full.add(new WireCall(callers));
      callers = new ArrayList<>();
      open.put(likeness, callers);
    }
    callers.add(call);
  }

  private boolean hasRoom(List<PendingCall<?>> callers, PendingCall<?> call) {
    // Those that are alike are mostly of one size.
    int parts = Math.max(call.elements, call.tasksMax);
    int most = call.isUpdate ? callersMax : CALLERS_MAX;
    return callers.size() < most && (long) (callers.size() + 1) * parts <= PARTS_MAX;
  }

  /** What the server gets of all that was added. */
  List<WireCall> take() {
    List<WireCall> calls = new ArrayList<>(full.size() + open.size());
    calls.addAll(full);
    for (List<PendingCall<?>> callers : open.values()) {
      calls.add(new WireCall(callers));
    }
    full.clear();
    open.clear();
    return calls;
  }

  /** Updates went together and all were executed. */
  void succeeded() {
    callersMax = Math.min(CALLERS_MAX, callersMax + 1);
  }

  /** So many went together, and one failed. */
  void failed(int callers) {
    callersMax = Math.max(CALLERS_MIN, callers / 2);
  }
}
