package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However fast a name is matched, the answer is the one that plain RE2/J gives. */
class NamePatternPropertyTest {
  private static final int NAMES = 30;

  @Test
  void everyAnswerIsThatOfRe2() {
    compare(47, 20_000);
  }

  @Test
  @Tag("full")
  void everyAnswerIsThatOfRe2OverManyPatterns() {
    for (int seed = 0; seed < 10; seed++) {
      compare(seed, 50_000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".*[ab].{12}k.*",
        "(.*a.*b){8}.*",
        "(\\pL|\\d){1,60}-.*",
        "(?i).*(k|ſ|ß).{0,9}\\bB.*",
        "[^a]{20,40}a?"
      })
  void patternThatOutgrowsItsMemoryStillAnswersAsRe2(String source) {
    RandomPattern random = new RandomPattern(new Random(5));
    NamePattern ours = NamePattern.of(source);
    Pattern theirs = Pattern.compile(source, Pattern.DOTALL);

    for (int i = 0; i < 3_000; i++) {
      String name = random.name() + random.name() + random.name() + random.name() + random.name();
      assertThat(ours.matches(name)).as("%s on %s", source, name).isEqualTo(theirs.matches(name));
    }
  }

  @Test
  void everyCodePointIsTakenAsByRe2() {
    List<String> sources =
        List.of(
            "\\pL", "(?i)k", "(?i)[a-z]", "[^\\pL\\pN]", "(?i)ß", "\\p{Greek}|\\p{Han}", "(?i)ǆ|σ");
    for (String source : sources) {
      NamePattern ours = NamePattern.of(source);
      Pattern theirs = Pattern.compile(source, Pattern.DOTALL);
      for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
        String name = Character.toString(codePoint);
        if (ours.matches(name) != theirs.matches(name)) {
          assertThat(ours.matches(name))
              .as("%s on U+%04X", source, codePoint)
              .isEqualTo(theirs.matches(name));
        }
      }
    }
  }

  @Test
  void threadsMayShareAPattern() {
    RandomPattern random = new RandomPattern(new Random(9));
    List<String> names = Stream.generate(random::name).limit(20_000).toList();
    NamePattern shared = NamePattern.of(".*[abk].{5}[ab].*");
    Pattern theirs = Pattern.compile(shared.source(), Pattern.DOTALL);

    boolean allAgree =
        IntStream.range(0, names.size() * 4)
            .parallel()
            .mapToObj(i -> names.get(i % names.size()))
            .allMatch(name -> shared.matches(name) == theirs.matches(name));

    assertThat(allAgree).isTrue();
  }

  private static void compare(long seed, int patterns) {
    RandomPattern random = new RandomPattern(new Random(seed));
    int compared = 0;
    int matched = 0;
    for (int i = 0; i < patterns; i++) {
      String source = random.pattern();
      Pattern theirs;
      NamePattern ours;
      try {
        theirs = Pattern.compile(source, Pattern.DOTALL);
        ours = NamePattern.of(source);
      } catch (PatternSyntaxException | QueueException e) {
        continue;
      }
      for (int j = 0; j < NAMES; j++) {
        String name = random.name();
        boolean expected = theirs.matches(name);
        if (ours.matches(name) != expected) {
          assertThat(!expected).as("seed=%d: %s on %s", seed, source, name).isEqualTo(expected);
        }
        assertThat(!expected || name.startsWith(ours.prefix()))
            .as("prefix of %s on %s", source, name)
            .isTrue();
        compared++;
        matched += expected ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(patterns * NAMES / 2);
    assertThat(matched).isGreaterThan(compared / 50);
  }
}
