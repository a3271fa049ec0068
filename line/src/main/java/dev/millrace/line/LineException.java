package dev.millrace.line;

/** What came over a line isn't what may come. */
public final class LineException extends Exception {
  private static final long serialVersionUID = 1;

  public LineException(String message) {
    super(message);
  }
}
