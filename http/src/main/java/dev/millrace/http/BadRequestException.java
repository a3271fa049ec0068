package dev.millrace.http;

/** What was sent can't be understood; the message says where and why. */
final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadRequestException(String message) {
    super(message, null, false, false);
  }
}
