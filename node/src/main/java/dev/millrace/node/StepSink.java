package dev.millrace.node;

import dev.millrace.queue.Step;

/** Takes the steps that slots made, in the order in which they were made. */
@FunctionalInterface
public interface StepSink {
  void take(int slot, Step step);
}
