package dev.millrace.store;

class SimulatedStoreConformanceTest extends StoreConformanceTest {
  @Override
  protected StoreUnderTest underTest() {
    return new SimulatedUnderTest();
  }
}
