package dev.millrace.stages.control;

/** Admits as much as the queue of the stage has places. */
public record AnyWait() implements AdmissionRule {
  private static final Bound BOUND = new Bound(Double.MAX_VALUE, Long.MAX_VALUE, 0);

  @Override
  public Bound first() {
    return BOUND;
  }

  @Override
  public Bound next(Bound last, StageSample sample) {
    return BOUND;
  }
}
