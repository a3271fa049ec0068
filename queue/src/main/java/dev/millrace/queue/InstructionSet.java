package dev.millrace.queue;

import java.util.BitSet;

/**
 * The instructions of a program that were reached, each looked at once, and those worth keeping.
 */
final class InstructionSet {
  private final BitSet seen;
  private final BitSet kept;
  private final int[] open;
  private int openCount;

  InstructionSet(int programSize) {
    seen = new BitSet(programSize);
    kept = new BitSet(programSize);
    open = new int[programSize];
  }

  /** Notes an instruction that is still to be followed, unless it was before. */
  void open(int instruction) {
    if (!seen.get(instruction)) {
      seen.set(instruction);
      open[openCount++] = instruction;
    }
  }

  boolean hasOpen() {
    return openCount > 0;
  }

  int takeOpen() {
    return open[--openCount];
  }

  void keep(int instruction) {
    kept.set(instruction);
  }

  int[] toArray() {
    return kept.stream().toArray();
  }
}
