package dev.millrace.queue;

import com.google.re2j.PatternProgram;
import com.google.re2j.PatternProgram.Kind;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All code points in as many letters as a pattern can tell apart: two code points are the same
 * letter when every instruction that takes one takes the other too.
 */
final class Alphabet {
  static final int LETTERS_MAX = 255;

  private static final int ASCII = 128;
  private static final int[] WORD = {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'};
  private static final int[] NEWLINE = {'\n', '\n'};

  /** The set of code points that each instruction takes; equal sets have one number. */
  private final int[] setOf;

  private final int[] firstOfSpan;
  private final short[] letterOfSpan;
  private final short[] letterOfAscii = new short[ASCII];

  /** Per letter the numbers of the sets that it is in. */
  private final List<BitSet> letters = new ArrayList<>();

  private final int word;
  private final int newline;

  Alphabet(PatternProgram program) {
    Map<IntBuffer, Integer> sets = new HashMap<>();
    setOf = new int[program.size()];
    boolean asserts = false;
    for (int i = 0; i < program.size(); i++) {
      asserts |= program.kind(i) == Kind.ASSERT;
      if (program.kind(i) == Kind.TAKE) {
        setOf[i] = number(sets, program.ranges(i));
      }
    }
    // Assertions look at nothing else of a code point.
    word = asserts ? number(sets, WORD) : -1;
    newline = asserts ? number(sets, NEWLINE) : -1;

    firstOfSpan = spans(sets);
    letterOfSpan = new short[firstOfSpan.length];
    List<BitSet> setsOfSpan = setsOfSpans(sets, firstOfSpan);
    Map<BitSet, Short> numbers = new HashMap<>();
    for (int i = 0; i < firstOfSpan.length; i++) {
      Short letter = numbers.putIfAbsent(setsOfSpan.get(i), (short) letters.size());
      if (letter == null) {
        letterOfSpan[i] = (short) letters.size();
        letters.add(setsOfSpan.get(i));
      } else {
        letterOfSpan[i] = letter;
      }
    }
    for (int c = 0; c < ASCII; c++) {
      letterOfAscii[c] = letterOfSpan[spanOf(c)];
    }
  }

  int size() {
    return letters.size();
  }

  int letterOf(int codePoint) {
    return codePoint < ASCII ? letterOfAscii[codePoint] : letterOfSpan[spanOf(codePoint)];
  }

  boolean takes(int instruction, int letter) {
    return letters.get(letter).get(setOf[instruction]);
  }

  /** Whether a letter is of words, as {@code \b} sees them; only if the pattern has assertions. */
  boolean isWord(int letter) {
    return word >= 0 && letters.get(letter).get(word);
  }

  boolean isNewline(int letter) {
    return newline >= 0 && letters.get(letter).get(newline);
  }

  private static int number(Map<IntBuffer, Integer> sets, int[] ranges) {
    Integer known = sets.putIfAbsent(IntBuffer.wrap(ranges), sets.size());
    return known == null ? sets.size() - 1 : known;
  }

  /** The first code points of the longest spans that no set divides. */
  private static int[] spans(Map<IntBuffer, Integer> sets) {
    TreeSet<Integer> firsts = new TreeSet<>();
    firsts.add(0);
    for (IntBuffer ranges : sets.keySet()) {
      for (int i = 0; i < ranges.limit(); i += 2) {
        firsts.add(ranges.get(i));
        firsts.add(ranges.get(i + 1) + 1);
      }
    }
    firsts.remove(Character.MAX_CODE_POINT + 1);
    return firsts.stream().mapToInt(i -> i).toArray();
  }

  private static List<BitSet> setsOfSpans(Map<IntBuffer, Integer> sets, int[] firstOfSpan) {
    List<BitSet> setsOfSpan = new ArrayList<>();
    for (int _ : firstOfSpan) {
      setsOfSpan.add(new BitSet());
    }
    sets.forEach(
        (ranges, set) -> {
          for (int i = 0; i < ranges.limit(); i += 2) {
            int span = Arrays.binarySearch(firstOfSpan, ranges.get(i));
            for (; span < firstOfSpan.length && firstOfSpan[span] <= ranges.get(i + 1); span++) {
              setsOfSpan.get(span).set(set);
            }
          }
        });
    return setsOfSpan;
  }

  private int spanOf(int codePoint) {
    int found = Arrays.binarySearch(firstOfSpan, codePoint);
    return found >= 0 ? found : -found - 2;
  }
}
