package dev.millrace.journal;

/** The simulated machine has stopped: who catches this can do nothing more with the disk. */
public final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulatedCrash() {
    super("simulated crash", null, false, false);
  }
}
