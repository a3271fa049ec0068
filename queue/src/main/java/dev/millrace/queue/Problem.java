package dev.millrace.queue;

/**
 * Why a command failed.
 *
 * @param element the element of the update that failed, counted from 0, or {@link #NO_ELEMENT}
 * @param retryMillis after which to try again; 0 when nobody can say
 */
public record Problem(ErrorCode code, String message, int element, long retryMillis) {
  public static final int NO_ELEMENT = -1;

  public Problem(ErrorCode code, String message) {
    this(code, message, NO_ELEMENT);
  }

  public Problem(ErrorCode code, String message, int element) {
    this(code, message, element, 0);
  }

  public Problem at(int failedElement) {
    return new Problem(code, message, failedElement, retryMillis);
  }

  public Problem retryAfter(long millis) {
    return new Problem(code, message, element, millis);
  }
}
