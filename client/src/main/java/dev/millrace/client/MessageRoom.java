package dev.millrace.client;

/** What still goes into a message; the first call always does. */
final class MessageRoom {
  static final int CALLS_MAX = 1_000;
  static final int ELEMENTS_MAX = 50_000;
  static final int BYTES_MAX = 1 << 20;

  private int calls;
  private long bytes;
  private long elements;

  boolean take(PendingCall<?> call) {
    return take(1, call.requestBytes, call.elements);
  }

  boolean take(WireCall call) {
    return take(call.callers.size(), call.requestBytes, call.elements());
  }

  private boolean take(int moreCalls, int moreBytes, int moreElements) {
    boolean fits =
        calls + moreCalls <= CALLS_MAX
            && bytes + moreBytes <= BYTES_MAX
            && elements + moreElements <= ELEMENTS_MAX;
    if (!fits && calls > 0) {
      return false;
    }
    calls += moreCalls;
    bytes += moreBytes;
    elements += moreElements;
    return true;
  }
}
