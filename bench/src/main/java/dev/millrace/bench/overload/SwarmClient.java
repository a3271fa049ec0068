package dev.millrace.bench.overload;

import dev.millrace.api.v1.Queue;

/** One client of a swarm, with a queue of its own. */
interface SwarmClient {
  /** Sends so many requests, which were meant to be sent at a time that may be a little earlier. */
  void issue(Tally tally, long meantNanos, int requests);

  /** Requests that have no answer yet. */
  int underWay();

  Queue queue();

  TaskBook book();
}
