package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {
  private static final String LONGEST_NAME = "a".repeat(QueueName.BYTES_MAX);

  @Test
  void matchesWholeNameOnly() {
    NamePattern pattern = NamePattern.of("b+");

    assertThat(pattern.matches("bb")).isTrue();
    assertThat(pattern.matches("abb")).isFalse();
    assertThat(pattern.matches("bba")).isFalse();
  }

  @Test
  void everyAlternativeMustMatchTheWholeName() {
    NamePattern pattern = NamePattern.of("a|ab");

    assertThat(pattern.matches("ab")).isTrue();
    assertThat(pattern.matches("abc")).isFalse();
  }

  @Test
  void anyMatchesEveryName() {
    assertThat(NamePattern.ANY.matches("x#y/z ü")).isTrue();
  }

  @Test
  void nameOfTheExampleProgramMatches() {
    NamePattern pattern = NamePattern.of("[a-z.]*#fetch_stage");

    assertThat(pattern.matches("google.com#fetch_stage")).isTrue();
    assertThat(pattern.matches("google.com#fetch_stage2")).isFalse();
  }

  @Test
  void patternsOfTheSameSourceAreEqual() {
    assertThat(NamePattern.of("a.*")).isEqualTo(NamePattern.of("a.*")).hasToString("a.*");
    assertThat(NamePattern.of("a.*")).isNotEqualTo(NamePattern.of("a.+"));
  }

  @Test
  void patternOfTheLimitIsTaken() {
    assertThat(NamePattern.of("a".repeat(256)).source()).hasSize(256);
    assertThat(NamePattern.of("ä".repeat(128)).source()).hasSize(128);
  }

  @Test
  void longerPatternIsTooLarge() {
    assertThat(codeOf("a".repeat(257))).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(codeOf("ä".repeat(128) + "a")).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void emptyPatternMatchesNoName() {
    assertThat(NamePattern.of("").matches("a")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[a", "a**", "\\", "a{2}{3}", "(?=a)", "\\1", "*", "a{1001}"})
  void whatIsNoPatternIsInvalid(String source) {
    assertThat(codeOf(source)).isEqualTo(ErrorCode.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{100}){100}){100}",
        "((((a{30}){30}){30}){30}){30}",
        "(((((((((((((((a{2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}",
        "((a{1000}){1000}){1000}",
        "((a{0,1000}){0,1000}){0,1000}",
        "((a{99999999999999999999}){2}){2}"
      })
  void patternThatWouldExplodeIsRefusedFast(String source) {
    assertTimeout(
        Duration.ofSeconds(2), () -> assertThat(codeOf(source)).isEqualTo(ErrorCode.INVALID));
  }

  @Test
  void longPatternThatIsRepeatedIsRefusedFast() {
    String repeated = "((" + "a".repeat(235) + "){100}){100}";

    assertTimeout(
        Duration.ofSeconds(2), () -> assertThat(codeOf(repeated)).isEqualTo(ErrorCode.INVALID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((.?){100}){100}",
        "(((((((((((a?){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}",
        "(.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?){500}",
        "(a*){1000}",
        "((a|b|c)?){900}",
        "(|a){1000}"
      })
  void everyPatternIsRefusedOrMatchesTheLongestNameInTimeAndStack(String source) {
    assertTimeout(
        Duration.ofSeconds(2),
        () -> {
          try {
            NamePattern.of(source).matches(LONGEST_NAME);
          } catch (QueueException e) {
            assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a*)*b", "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*(.*)*(.*)*b"})
  void matchingTakesLinearTime(String source) {
    NamePattern pattern = NamePattern.of(source);

    assertTimeout(Duration.ofSeconds(2), () -> assertThat(pattern.matches(LONGEST_NAME)).isFalse());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a-z]{1,63}\\.[a-z]{1,63}",
        "[0-9]{4}-[0-9]{2}-[0-9]{2}",
        "(tenant-[0-9]{1,10}/)?(fetch|parse|index)",
        ".{1,512}"
      })
  void reasonableRepetitionIsTaken(String source) {
    assertThat(NamePattern.of(source).source()).isEqualTo(source);
  }

  @Test
  void anyTextIsPatternOrQueueException() {
    Random random = new Random(31);
    String letters = "ab.*+?|()[]{}^$\\-,:19wdpLPQExzZAü😀<>=!ims";
    int[] points = letters.codePoints().toArray();
    for (int i = 0; i < 20_000; i++) {
      StringBuilder source = new StringBuilder();
      int length = random.nextInt(24);
      for (int j = 0; j < length; j++) {
        source.appendCodePoint(points[random.nextInt(points.length)]);
      }
      try {
        NamePattern.of(source.toString()).matches("abba");
      } catch (QueueException e) {
        assertThat(e.problem().code()).as("%s", source).isEqualTo(ErrorCode.INVALID);
      }
    }
  }

  @Test
  void groupOfFilterIsChecked() {
    assertThatThrownBy(() -> new NameFilter("\n", NamePattern.ANY))
        .isInstanceOf(QueueException.class);
  }

  private static ErrorCode codeOf(String source) {
    return catchThrowableOfType(QueueException.class, () -> NamePattern.of(source))
        .problem()
        .code();
  }
}
