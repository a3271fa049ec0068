package dev.millrace.queue;

import java.nio.charset.StandardCharsets;

/**
 * Names a request over its retries: a client, and a number that grows with each new request of that
 * client.
 */
public record RequestId(String client, long sequence) {
  private static final int CLIENT_BYTES_MAX = 64;

  public RequestId {
    int bytes =
        client.length() > CLIENT_BYTES_MAX
            ? client.length()
            : client.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > CLIENT_BYTES_MAX) {
      throw QueueException.invalid(
          "a client id has 1 to %d bytes, this one has %d", CLIENT_BYTES_MAX, bytes);
    }
    if (sequence < 1) {
      throw QueueException.invalid(
          "the sequence of a request starts at 1, this one is %d", sequence);
    }
  }
}
