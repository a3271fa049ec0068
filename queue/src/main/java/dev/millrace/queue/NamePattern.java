package dev.millrace.queue;

import com.google.re2j.Pattern;
import com.google.re2j.PatternProgram;
import com.google.re2j.PatternSyntaxException;
import dev.millrace.queue.NameAutomaton.Answer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression over whole queue names, in RE2 syntax: matching takes time linear in the
 * name, whatever the pattern.
 *
 * <p>Names are matched by an automaton of bounded size, made as names come, and by RE2/J where that
 * would need more. Both run RE2/J's own program, so they always agree. Threads may share a pattern.
 */
public final class NamePattern {
  public static final int BYTES_MAX = 256;

  private static final int REPETITIONS_MAX = 10_000;

  /**
   * Bytes that are compiled once all repetitions are written out; a pattern of nested ones can be
   * short and still compile to millions of instructions.
   */
  private static final int WRITTEN_OUT_MAX = 200_000;

  /**
   * Compiled instructions. Matching visits all of them for each character of a name, and may call
   * itself as deep.
   */
  private static final int PROGRAM_MAX = 2_000;

  public static final NamePattern ANY = of(".*");

  private final String source;
  private final Pattern compiled;
  private final String prefix;
  private final @Nullable NameAutomaton automaton;

  private NamePattern(String source, Pattern compiled) {
    this.source = source;
    this.compiled = compiled;
    PatternProgram program = PatternProgram.of(compiled);
    prefix = program.prefix();
    Alphabet alphabet = new Alphabet(program);
    automaton =
        alphabet.size() > Alphabet.LETTERS_MAX ? null : new NameAutomaton(program, alphabet);
  }

  public static NamePattern of(String source) {
    int bytes =
        source.length() > BYTES_MAX
            ? source.length()
            : source.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > BYTES_MAX) {
      throw QueueException.tooLarge(
          "a pattern has at most %d bytes, this one has %d", BYTES_MAX, bytes);
    }
    long repetitions = RepetitionCount.of(source);
    if (repetitions > REPETITIONS_MAX) {
      throw QueueException.invalid(
          "the repetitions of the pattern multiply to more than %d", REPETITIONS_MAX);
    }
    if (repetitions * bytes > WRITTEN_OUT_MAX) {
      throw QueueException.invalid("the pattern is too long for what it repeats");
    }
    Pattern compiled = compile(source);
    if (compiled.programSize() > PROGRAM_MAX) {
      throw QueueException.invalid(
          "the pattern compiles to %d instructions, at most %d are taken",
          compiled.programSize(), PROGRAM_MAX);
    }
    return new NamePattern(source, compiled);
  }

  private static Pattern compile(String source) {
    try {
      return Pattern.compile(source, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw QueueException.invalid("not a pattern: %s", e.getDescription());
    }
  }

  public boolean matches(String name) {
    return matches(name.toCharArray(), 0, name.length());
  }

  /** Whether it matches the name that stands between two places of a text. */
  boolean matches(char[] text, int start, int end) {
    return switch (automaton == null ? Answer.UNDECIDED : automaton.matches(text, start, end)) {
      case YES -> true;
      case NO -> false;
      case UNDECIDED -> compiled.matches(new String(text, start, end - start));
    };
  }

  /** What every name that matches begins with; may be empty. */
  String prefix() {
    return prefix;
  }

  public String source() {
    return source;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern pattern && source.equals(pattern.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
