package dev.millrace.queue;

import java.nio.charset.StandardCharsets;

/** Who holds a lease: the name that the worker gave itself, and the address that it called from. */
public record Holder(String name, String address) {
  private static final int NAME_BYTES_MAX = 256;

  public Holder {
    int bytes =
        name.length() > NAME_BYTES_MAX
            ? name.length()
            : name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > NAME_BYTES_MAX) {
      throw QueueException.tooLarge(
          "a holder has at most %d bytes, this one has %d", NAME_BYTES_MAX, bytes);
    }
  }
}
