package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternProgram;
import dev.millrace.queue.NameAutomaton.Answer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameAutomatonTest {
  @ParameterizedTest
  @ValueSource(strings = {".*[ab].{12}k.*", "(a|b|ab|ba|.){1,200}"})
  void memoryIsBounded(String source) {
    NameAutomaton automaton = automaton(source);
    RandomPattern random = new RandomPattern(new Random(5));

    boolean wasFull = false;
    for (int i = 0; i < 20_000 && !wasFull; i++) {
      wasFull = automaton.matches((random.name() + random.name()).repeat(8)) == Answer.UNDECIDED;
    }

    assertThat(wasFull).isTrue();
    assertThat(automaton.bytes()).isLessThanOrEqualTo(NameAutomaton.BYTES_MAX);
  }

  @Test
  void fullAutomatonStillAnswersWhatItKnows() {
    NameAutomaton automaton = automaton(".*[ab].{12}k.*");
    assertThat(automaton.matches("zzz")).isEqualTo(Answer.NO);
    RandomPattern random = new RandomPattern(new Random(5));
    while (automaton.matches(random.name() + random.name() + random.name()) != Answer.UNDECIDED) {}

    assertThat(automaton.matches("zzz")).isEqualTo(Answer.NO);
  }

  @Test
  void prefixSettlesTheAnswer() {
    NameAutomaton automaton = automaton("tenant-.*");

    automaton.matches("tenant-1");
    int known = automaton.bytes();

    assertThat(automaton.matches("tenant-😀/any thing")).isEqualTo(Answer.YES);
    assertThat(automaton.bytes()).isEqualTo(known);
  }

  private static NameAutomaton automaton(String source) {
    PatternProgram program = PatternProgram.of(Pattern.compile(source, Pattern.DOTALL));
    return new NameAutomaton(program, new Alphabet(program));
  }
}
