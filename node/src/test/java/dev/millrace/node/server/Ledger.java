package dev.millrace.node.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients did to tasks, and what must therefore be there. Every task carries a token of its
 * own as PID and data. Any thread may use it.
 */
final class Ledger {
  private enum Fate {
    /** A call about it was sent and has no answer: both are right. */
    OPEN,
    PRESENT,
    GONE
  }

  /** A task in a scan. */
  record Seen(String queue, String data, boolean leased, long lease) {}

  private static final class Token {
    final String queue;
    Fate fate = Fate.OPEN;
    long lease;

    Token(String queue) {
      this.queue = queue;
    }
  }

  /** One update: the tokens that it creates, and the one that it removes, if any. */
  private record Sent(List<String> created, List<String> removed) {}

  private final Map<String, Token> tokens = new HashMap<>();
  private final List<Sent> open = new ArrayList<>();
  private long number;
  private long acknowledged;

  synchronized String newToken(String queue) {
    String token = "token-%08d".formatted(++number);
    tokens.put(token, new Token(queue));
    return token;
  }

  /** An update is about to be sent. */
  synchronized void sent(List<String> created, List<String> removed) {
    removed.forEach(token -> token(token).fate = Fate.OPEN);
    open.add(new Sent(List.copyOf(created), List.copyOf(removed)));
  }

  synchronized void acknowledged(List<String> created, List<String> removed) {
    acknowledged++;
    created.forEach(token -> token(token).fate = Fate.PRESENT);
    removed.forEach(token -> token(token).fate = Fate.GONE);
    open.remove(new Sent(List.copyOf(created), List.copyOf(removed)));
  }

  /** A lease was granted, for longer than the test takes. */
  synchronized void leased(String token, long lease) {
    acknowledged++;
    token(token).lease = lease;
  }

  synchronized long acknowledged() {
    return acknowledged;
  }

  private Token token(String name) {
    Token token = tokens.get(name);
    if (token == null) {
      throw new IllegalArgumentException("no such token: " + name);
    }
    return token;
  }

  /**
   * Compares with a scan of everything, made while no client was at work; then what was open is
   * settled.
   */
  synchronized List<String> violations(Map<String, Seen> scan) {
    List<String> violations = new ArrayList<>();
    for (Sent update : open) {
      long effects =
          update.created.stream().filter(scan::containsKey).count()
              + update.removed.stream().filter(token -> !scan.containsKey(token)).count();
      if (effects != 0 && effects != update.created.size() + update.removed.size()) {
        violations.add("half of an update: %s".formatted(update));
      }
    }
    scan.forEach(
        (name, seen) -> {
          if (!tokens.containsKey(name)) {
            violations.add("phantom: %s".formatted(name));
          }
        });
    tokens.forEach((name, token) -> compare(name, token, scan, violations));
    open.clear();
    return violations;
  }

  private static void compare(
      String name, Token token, Map<String, Seen> scan, List<String> violations) {
    Seen seen = scan.get(name);
    if (token.fate == Fate.PRESENT && seen == null) {
      violations.add("lost: %s of %s".formatted(name, token.queue));
    }
    if (token.fate == Fate.GONE && seen != null) {
      violations.add("resurrected: %s of %s".formatted(name, token.queue));
    }
    if (seen != null && !(seen.queue.equals(token.queue) && seen.data.equals(name))) {
      violations.add("changed: %s is %s".formatted(name, seen));
    }
    if (seen != null && token.lease != 0 && !(seen.leased && seen.lease == token.lease)) {
      violations.add("lease %d lost: %s is %s".formatted(token.lease, name, seen));
    }
    token.fate = seen == null ? Fate.GONE : Fate.PRESENT;
  }
}
