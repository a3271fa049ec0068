package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * Names a request over its retries: a client, and a number that grows with each new request of that
 * client.
 *
 * @param settled requests of that client up to this number won't be repeated; says nothing about
 *     which request this is
 */
public record RequestId(String client, long sequence, long settled) {
  private static final int CLIENT_BYTES_MAX = 64;

  public RequestId {
    int bytes = Utf8.length(client);
    if (bytes < 1 || bytes > CLIENT_BYTES_MAX) {
      throw QueueException.invalid(
          "a client id has 1 to %d bytes, this one has %d", CLIENT_BYTES_MAX, bytes);
    }
    if (sequence < 1) {
      throw QueueException.invalid(
          "the sequence of a request starts at 1, this one is %d", sequence);
    }
    if (settled < 0 || settled >= sequence) {
      throw QueueException.invalid(
          "settled is below the sequence of the request, %d, not %d", sequence, settled);
    }
  }

  public RequestId(String client, long sequence) {
    this(client, sequence, 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestId(var otherClient, long otherSequence, _)
        && sequence == otherSequence
        && client.equals(otherClient);
  }

  @Override
  public int hashCode() {
    return 31 * client.hashCode() + Long.hashCode(sequence);
  }
}
