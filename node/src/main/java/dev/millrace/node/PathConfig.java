package dev.millrace.node;

import java.time.Duration;

/**
 * Bounds of the path of commands.
 *
 * @param executeQueueMax calls that may wait to be executed; more are refused as overloaded. Larger
 *     takes longer bursts. Suggested: 10,000.
 * @param executeQueueBytesMax memory that those calls may take. At least two of the largest
 *     message. Suggested: 64 MiB.
 * @param responseTarget within which nearly all calls are to be answered: calls that would take
 *     longer are refused as overloaded. Larger takes longer bursts and lets latency grow; shorter
 *     than a few syncs of the disk it refuses what could be done. Suggested: 1 s.
 */
public record PathConfig(int executeQueueMax, long executeQueueBytesMax, Duration responseTarget) {
  private static final Duration TARGET = Duration.ofSeconds(1);

  public static final PathConfig DEFAULT = new PathConfig(4_000, 64 << 20, TARGET);
}
