package com.google.re2j;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/**
 * The program that RE2/J made of a pattern, copied out.
 *
 * <p>RE2/J keeps its programs to its own package, so this class lives there too. A parser of our
 * own would be a second opinion on what a pattern means; this one reads what RE2/J itself runs. A
 * version of RE2/J that names these things differently fails to compile here, and one that means
 * something else by them fails the comparison in {@code NamePatternPropertyTest}.
 */
@NullMarked
public final class PatternProgram {
  /** What an instruction does. */
  public enum Kind {
    /** Nothing follows. */
    FAIL,
    /** The name matches, if it ends here. */
    MATCH,
    /** Goes on with {@link #next}. */
    PASS,
    /** Goes on with both {@link #next} and {@link #other}. */
    FORK,
    /** Goes on with {@link #next} where all of {@link #assertions} hold. */
    ASSERT,
    /** Takes one code point in {@link #ranges} and goes on with {@link #next}. */
    TAKE
  }

  /** The end or the beginning of the text, where a code point is asked for. */
  public static final int NO_CODE_POINT = -1;

  /** More code points than any letter has cases. */
  private static final int CASES_MAX = 16;

  private static final int[] NONE = {};
  private static final int[] ALL = {0, Character.MAX_CODE_POINT};
  private static final int[] ALL_BUT_NEWLINE = {0, '\n' - 1, '\n' + 1, Character.MAX_CODE_POINT};

  private final RE2 re2;
  private final Kind[] kinds;
  private final int[][] ranges;

  private PatternProgram(RE2 re2) {
    this.re2 = re2;
    int size = re2.prog.numInst();
    kinds = new Kind[size];
    ranges = new int[size][];
    for (int i = 0; i < size; i++) {
      Inst instruction = re2.prog.getInst(i);
      kinds[i] = kindOf(instruction);
      ranges[i] = kinds[i] == Kind.TAKE ? rangesOf(instruction) : NONE;
    }
  }

  public static PatternProgram of(Pattern pattern) {
    return new PatternProgram(pattern.re2());
  }

  public int size() {
    return kinds.length;
  }

  public int start() {
    return re2.prog.start;
  }

  /** What every text that matches begins with. */
  public String prefix() {
    return re2.prefix;
  }

  public Kind kind(int instruction) {
    return kinds[instruction];
  }

  public int next(int instruction) {
    return re2.prog.getInst(instruction).out;
  }

  public int other(int instruction) {
    return re2.prog.getInst(instruction).arg;
  }

  public int assertions(int instruction) {
    return re2.prog.getInst(instruction).arg;
  }

  /** Pairs of a first and a last code point, in order. Not to be changed. */
  public int[] ranges(int instruction) {
    return ranges[instruction];
  }

  /** The assertions that hold between two code points. */
  public static int assertionsBetween(int before, int after) {
    return Utils.emptyOpContext(before, after);
  }

  private static Kind kindOf(Inst instruction) {
    return switch (instruction.op) {
      case Inst.FAIL -> Kind.FAIL;
      case Inst.MATCH -> Kind.MATCH;
      case Inst.NOP, Inst.CAPTURE -> Kind.PASS;
      case Inst.ALT, Inst.ALT_MATCH -> Kind.FORK;
      case Inst.EMPTY_WIDTH -> Kind.ASSERT;
      case Inst.RUNE, Inst.RUNE1, Inst.RUNE_ANY, Inst.RUNE_ANY_NOT_NL -> Kind.TAKE;
      default -> throw new IllegalStateException("unknown instruction " + instruction.op);
    };
  }

  private static int[] rangesOf(Inst instruction) {
    return switch (instruction.op) {
      case Inst.RUNE_ANY -> ALL;
      case Inst.RUNE_ANY_NOT_NL -> ALL_BUT_NEWLINE;
      default ->
          instruction.runes.length == 1
              ? rangesOf(casesOf(instruction))
              // The same array for all copies of a repeated class: the length is even, in order.
              : instruction.runes;
    };
  }

  private static int[] rangesOf(Set<Integer> codePoints) {
    return codePoints.stream()
        .flatMap(one -> Arrays.asList(one, one).stream())
        .mapToInt(i -> i)
        .toArray();
  }

  private static Set<Integer> casesOf(Inst literal) {
    int first = literal.runes[0];
    Set<Integer> cases = new TreeSet<>(Set.of(first));
    if (literal.op == Inst.RUNE && (literal.arg & RE2.FOLD_CASE) != 0) {
      for (int other = Unicode.simpleFold(first);
          other != first;
          other = Unicode.simpleFold(other)) {
        if (!cases.add(other) || cases.size() > CASES_MAX) {
          throw new IllegalStateException("the cases of " + first + " don't come round");
        }
      }
    }
    return cases;
  }
}
