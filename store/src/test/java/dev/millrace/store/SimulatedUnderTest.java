package dev.millrace.store;

/** A simulated store; a crash leaves half of the layers that weren't flushed. */
final class SimulatedUnderTest implements StoreUnderTest {
  private final SimulatedStore store = new SimulatedStore(SLOTS);

  @Override
  public Store open() {
    store.crash(0);
    return store;
  }

  @Override
  public void crash() {
    store.crash(store.unflushedLayers() / 2);
  }

  @Override
  public void close() {}
}
