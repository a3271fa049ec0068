package dev.millrace.store;

class SimulatedStoreRecoveryConformanceTest extends StoreRecoveryConformanceTest {
  @Override
  protected StoreUnderTest underTest() {
    return new SimulatedUnderTest();
  }
}
