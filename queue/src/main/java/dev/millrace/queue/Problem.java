package dev.millrace.queue;

/**
 * Why a command failed.
 *
 * @param element the element of the update that failed, counted from 0, or {@link #NO_ELEMENT}
 */
public record Problem(ErrorCode code, String message, int element) {
  public static final int NO_ELEMENT = -1;

  public Problem(ErrorCode code, String message) {
    this(code, message, NO_ELEMENT);
  }

  public Problem at(int failedElement) {
    return new Problem(code, message, failedElement);
  }
}
