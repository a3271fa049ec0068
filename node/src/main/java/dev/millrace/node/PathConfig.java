package dev.millrace.node;

/**
 * Bounds of the path of commands.
 *
 * @param executeQueueMax calls that may wait to be executed; more are refused as overloaded. Larger
 *     takes longer bursts and lets latency grow. Suggested: 10,000.
 * @param executeQueueBytesMax memory that those calls may take. At least two of the largest
 *     message. Suggested: 64 MiB.
 */
public record PathConfig(int executeQueueMax, long executeQueueBytesMax) {
  public static final PathConfig DEFAULT = new PathConfig(10_000, 64 << 20);
}
