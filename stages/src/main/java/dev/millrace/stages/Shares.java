package dev.millrace.stages;

import java.time.Duration;

/**
 * What clients got, beside the level, which is what each should have got by now. The level rises
 * with what is served, divided among the clients that have asked lately: faster while there is room
 * left, because then some ask for less than their part, and slower when the queue gets full. How
 * far a client may be ahead of it depends on how full the queue is: while little waits nobody is
 * held back; when all is full only those get in that are far behind.
 *
 * <p>A client that hasn't asked for long may be behind by {@link #CREDIT_MAX}, and one that was let
 * in while there was room ahead by {@link #DEBT_MAX}; what is more is forgotten. These are measured
 * in equal parts of what may wait, at least one event. So a client costs two numbers, and an event
 * some comparisons.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class Shares {
  /** The fill up to which nobody is held back. */
  private static final double FREE_FILL = 0.25;

  /** How far ahead a client may be from there on, and how far behind it must be with all full. */
  private static final double AHEAD_MAX = 2;

  private static final double CREDIT_MAX = 3;
  private static final double DEBT_MAX = 4;

  /** Who has asked in this time, or in the one before it, is one to share with. */
  private static final long ROUND_NANOS = Duration.ofSeconds(1).toNanos();

  private double level;
  private double part = 1;
  private long round = Long.MIN_VALUE;
  private int asked;
  private int askedBefore;

  /** What one client has got. A new one is as far behind as can be. */
  static final class Account {
    private double got = Double.NEGATIVE_INFINITY;
    private long round = Long.MIN_VALUE;
  }

  /**
   * A client asks.
   *
   * @param waitingMax what may wait, of all clients
   */
  void ask(Account account, double waitingMax, long nowNanos) {
    long now = Math.floorDiv(nowNanos, ROUND_NANOS);
    if (now != round) {
      askedBefore = now == round + 1 ? asked : 0;
      asked = 0;
      round = now;
    }
    if (account.round != now) {
      account.round = now;
      asked++;
    }
    part = Math.max(1, waitingMax / clients());
    account.got = Math.clamp(account.got, level - CREDIT_MAX * part, level + DEBT_MAX * part);
  }

  private int clients() {
    return Math.max(1, Math.max(asked, askedBefore));
  }

  /**
   * Whether a client that has just asked must let others go first.
   *
   * @param fill what waits, as a part of what may
   */
  boolean isAhead(Account account, double fill) {
    if (fill <= FREE_FILL || clients() == 1) {
      return false;
    }
    double fullness = (fill - FREE_FILL) / (1 - FREE_FILL);
    return account.got - level > part * AHEAD_MAX * (1 - 2 * fullness);
  }

  void charge(Account account, long cost) {
    account.got = Math.max(account.got, level - CREDIT_MAX * part) + cost;
  }

  /** Events of this cost were served. */
  void serve(long cost, double fill) {
    double speed = fill <= FREE_FILL ? 1 : Math.max(0, 1 - fill) / fill;
    level += cost * speed / clients();
  }
}
