package dev.millrace.client;

/** What a stream can go over. What holds for one holds for the other. */
enum Transport {
  LINE("MIL"),
  GRPC("PRI");

  private final String firstBytes;

  Transport(String firstBytes) {
    this.firstBytes = firstBytes;
  }

  /** With what a connection begins. */
  String firstBytes() {
    return firstBytes;
  }

  /** An address that makes a client use it. */
  String to(String address) {
    return switch (this) {
      case LINE -> address;
      case GRPC -> "dns:///" + address;
    };
  }
}
