package dev.millrace.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short names, by first appearance: {@code L1} for a lease, {@code @1} for a FIFO PID. */
final class ScenarioAliases {
  private final List<Long> leases = new ArrayList<>();
  private final List<Pid> fifoPids = new ArrayList<>();

  String of(long lease) {
    if (!leases.contains(lease)) {
      leases.add(lease);
    }
    return "L" + (leases.indexOf(lease) + 1);
  }

  /** The lease of that name; {@code -} is none. */
  long lease(String alias) {
    return alias.equals("-") ? Task.NO_LEASE : leases.get(Integer.parseInt(alias.substring(1)) - 1);
  }

  String of(Pid pid) {
    if (!pid.toString().matches("@[0-9a-v]{13}\\.[0-9a-v]{4}")) {
      return pid.length() == 0 ? "(empty)" : pid.toString();
    }
    if (!fifoPids.contains(pid)) {
      fifoPids.add(pid);
    }
    return "@" + (fifoPids.indexOf(pid) + 1);
  }

  /** The PID of that name; {@code -} is none. */
  @Nullable Pid pid(String alias) {
    if (alias.equals("-")) {
      return null;
    }
    return alias.matches("@[0-9]+")
        ? fifoPids.get(Integer.parseInt(alias.substring(1)) - 1)
        : Pid.of(alias);
  }
}
