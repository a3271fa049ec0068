package dev.millrace.node.wire;

/**
 * Calls that were refused at once, on the thread that read them. Whoever reads a connection takes
 * them after what it has read.
 */
public final class Refusals {
  private static final class Count {
    int calls;
  }

  private final ThreadLocal<Count> ofThread = ThreadLocal.withInitial(Count::new);

  public void add(int calls) {
    if (calls > 0) {
      ofThread.get().calls += calls;
    }
  }

  /** How many there were on this thread since the last time. */
  public int take() {
    Count count = ofThread.get();
    int calls = count.calls;
    count.calls = 0;
    return calls;
  }
}
