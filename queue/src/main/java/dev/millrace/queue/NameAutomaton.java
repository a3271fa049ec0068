package dev.millrace.queue;

import com.google.re2j.PatternProgram;
import com.google.re2j.PatternProgram.Kind;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern as a deterministic automaton: one step in a table per letter of a name, where RE2/J
 * visits every instruction that could be next.
 *
 * <p>States are made when a name first needs them and kept for the next names, up to {@link
 * #BYTES_MAX}; a name that would need more than that is left to RE2/J. A state is the set of
 * instructions that RE2/J would have in its queue.
 *
 * <p>Threads may share an automaton. States are made under its lock; a step that was already made
 * is read without it, which is safe because a state's own fields are final: whoever sees the state
 * sees all of it, and whoever doesn't asks for it under the lock.
 */
final class NameAutomaton {
  enum Answer {
    YES,
    NO,
    /** The automaton is full; nothing is known. */
    UNDECIDED
  }

  /** What all states of one pattern may take. */
  static final int BYTES_MAX = 64 * 1024;

  /** Around the two arrays of a state: objects, headers and its place in the map. */
  private static final int STATE_BYTES = 200;

  /** What stands before a state, as assertions see it: any code point of that kind. */
  private static final int WORD = 'a';

  private static final int NEWLINE = '\n';
  private static final int OTHER = ' ';

  private final PatternProgram program;
  private final Alphabet alphabet;
  private final State start;

  /** By instructions and what stands before; guarded by this. */
  private final Map<IntBuffer, State> states = new HashMap<>();

  private int bytes;

  NameAutomaton(PatternProgram program, Alphabet alphabet) {
    this.program = program;
    this.alphabet = alphabet;
    InstructionSet first = new InstructionSet(program.size());
    follow(program.start(), 0, first);
    start = new State(first.toArray(), PatternProgram.NO_CODE_POINT);
  }

  Answer matches(String name) {
    return matches(name.toCharArray(), 0, name.length());
  }

  /** Of the name that stands between two places of a text. */
  Answer matches(char[] text, int from, int to) {
    State state = start;
    for (int at = from; at < to && !state.isSettled; ) {
      int codePoint = Character.codePointAt(text, at, to);
      at += Character.charCount(codePoint);
      int letter = alphabet.letterOf(codePoint);
      State next = state.next[letter];
      if (next == null) {
        next = step(state, letter);
        if (next == null) {
          return Answer.UNDECIDED;
        }
      }
      state = next;
    }
    return state.isMatch ? Answer.YES : Answer.NO;
  }

  synchronized int bytes() {
    return bytes;
  }

  private synchronized @Nullable State step(State from, int letter) {
    InstructionSet reached = new InstructionSet(program.size());
    int held = PatternProgram.assertionsBetween(from.before, kindOf(letter));
    for (int instruction : from.expanded(held)) {
      if (program.kind(instruction) == Kind.TAKE && alphabet.takes(instruction, letter)) {
        follow(program.next(instruction), 0, reached);
      }
    }
    int[] instructions = reached.toArray();
    int before = asserts(instructions) ? kindOf(letter) : OTHER;
    State next = stateOf(instructions, before);
    if (next != null) {
      from.next[letter] = next;
    }
    return next;
  }

  private @Nullable State stateOf(int[] instructions, int before) {
    int[] key = Arrays.copyOf(instructions, instructions.length + 1);
    key[instructions.length] = before;
    State known = states.get(IntBuffer.wrap(key));
    if (known != null) {
      return known;
    }
    int needed = STATE_BYTES + Integer.BYTES * (instructions.length + key.length + alphabet.size());
    if (bytes + needed > BYTES_MAX) {
      return null;
    }
    State made = new State(instructions, before);
    bytes += needed;
    states.put(IntBuffer.wrap(key), made);
    return made;
  }

  private int kindOf(int letter) {
    return alphabet.isWord(letter) ? WORD : alphabet.isNewline(letter) ? NEWLINE : OTHER;
  }

  private boolean asserts(int[] instructions) {
    return Arrays.stream(instructions).anyMatch(i -> program.kind(i) == Kind.ASSERT);
  }

  /**
   * Adds what is reached without taking a code point: what takes one, what matches, and assertions
   * that don't hold, which may once it is known what comes next.
   */
  private void follow(int first, int held, InstructionSet reached) {
    reached.open(first);
    while (reached.hasOpen()) {
      int instruction = reached.takeOpen();
      switch (program.kind(instruction)) {
        case FAIL -> {}
        case MATCH, TAKE -> reached.keep(instruction);
        case PASS -> reached.open(program.next(instruction));
        case FORK -> {
          reached.open(program.next(instruction));
          reached.open(program.other(instruction));
        }
        case ASSERT -> {
          if ((program.assertions(instruction) & ~held) == 0) {
            reached.open(program.next(instruction));
          } else {
            reached.keep(instruction);
          }
        }
      }
    }
  }

  /** Immutable but for the steps that are known from here. */
  private final class State {
    final int[] instructions;
    final int before;
    final boolean isMatch;

    /** Whatever follows, the answer stays. */
    final boolean isSettled;

    final @Nullable State[] next = new @Nullable State[alphabet.size()];

    State(int[] instructions, int before) {
      this.instructions = instructions;
      this.before = before;
      int atEnd = PatternProgram.assertionsBetween(before, PatternProgram.NO_CODE_POINT);
      isMatch = Arrays.stream(expanded(atEnd)).anyMatch(i -> program.kind(i) == Kind.MATCH);
      isSettled = instructions.length == 0 || (isMatch && matchesForEver());
    }

    /** The instructions, and those behind the assertions among them that hold. */
    int[] expanded(int held) {
      if (!asserts(instructions)) {
        return instructions;
      }
      InstructionSet reached = new InstructionSet(program.size());
      for (int instruction : instructions) {
        follow(instruction, held, reached);
      }
      return reached.toArray();
    }

    /** Whether one of the instructions takes everything, comes back to itself, and matches. */
    private boolean matchesForEver() {
      return Arrays.stream(instructions).anyMatch(i -> takesAll(i) && isBackAtOnce(i));
    }

    private boolean takesAll(int instruction) {
      return program.kind(instruction) == Kind.TAKE
          && IntStream.range(0, alphabet.size())
              .allMatch(letter -> alphabet.takes(instruction, letter));
    }

    private boolean isBackAtOnce(int instruction) {
      InstructionSet reached = new InstructionSet(program.size());
      follow(program.next(instruction), 0, reached);
      int[] followers = reached.toArray();
      return Arrays.stream(followers).anyMatch(i -> i == instruction)
          && Arrays.stream(followers).anyMatch(i -> program.kind(i) == Kind.MATCH);
    }
  }
}
