package dev.millrace.queue;

/** Who holds a lease: the name that the worker gave itself, and the address that it called from. */
public record Holder(String name, String address) {
  private static final int NAME_BYTES_MAX = 256;

  public Holder {
    int bytes = Utf8.length(name);
    if (bytes > NAME_BYTES_MAX) {
      throw QueueException.tooLarge(
          "a holder has at most %d bytes, this one has %d", NAME_BYTES_MAX, bytes);
    }
  }
}
