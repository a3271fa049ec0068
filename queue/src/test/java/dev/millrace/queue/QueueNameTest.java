package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {
  @Test
  void nameHasAtLeastOneByte() {
    assertThat(codeOf("", "")).isEqualTo(ErrorCode.INVALID);
    assertThat(QueueName.of("a").name()).isEqualTo("a");
  }

  @Test
  void nameOfTheLimitIsTaken() {
    assertThat(QueueName.of("a".repeat(512)).name()).hasSize(512);
    assertThat(QueueName.of("ä".repeat(256)).name()).hasSize(256);
    assertThat(QueueName.of("😀".repeat(128)).name()).hasSize(256);
  }

  @Test
  void longerNameIsTooLarge() {
    assertThat(codeOf("", "a".repeat(513))).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(codeOf("", "ä".repeat(256) + "a")).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(codeOf("", "a".repeat(1_000_000))).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void groupMayBeEmptyAndHasTheSameLimit() {
    assertThat(new QueueName("", "q").group()).isEqualTo(QueueName.DEFAULT_GROUP);
    assertThat(new QueueName("g".repeat(512), "q").group()).hasSize(512);
    assertThat(codeOf("g".repeat(513), "q")).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "a\u0000", "\u007f", "\u0085b", "a\tb", "\u001f"})
  void controlCharactersAreInvalid(String text) {
    assertThat(codeOf("", text)).isEqualTo(ErrorCode.INVALID);
    assertThat(codeOf(text, "q")).isEqualTo(ErrorCode.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"google.com#fetch_stage", "a/b", " ", "ü 漢字", "😀", "\u00a0", "."})
  void allOtherCharactersAreOrdinary(String text) {
    assertThat(new QueueName(text, text).toString()).isEqualTo(text + ":" + text);
  }

  @Test
  void unpairedSurrogatesAreInvalid() {
    assertThat(codeOf("", "\ud800")).isEqualTo(ErrorCode.INVALID);
    assertThat(codeOf("", "a\udc00")).isEqualTo(ErrorCode.INVALID);
    assertThat(codeOf("", "\ud800\ud800\udc00")).isEqualTo(ErrorCode.INVALID);
    assertThat(codeOf("", "\ud800\udc00\udc00")).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void siblingIsInTheSameGroup() {
    assertThat(new QueueName("g", "q").sibling("r")).isEqualTo(new QueueName("g", "r"));
  }

  @Test
  void orderIsByGroupThenName() {
    assertThat(new QueueName("a", "z")).isLessThan(new QueueName("b", "a"));
    assertThat(new QueueName("a", "a")).isLessThan(new QueueName("a", "b"));
  }

  @Test
  void groupsOfSlotsAreSpreadAndStable() {
    int[] groups = new int[16];
    for (int i = 0; i < 16_000; i++) {
      groups[Slot.of("group-" + i, 16)]++;
    }

    assertThat(Arrays.stream(groups).boxed()).allMatch(count -> count > 800 && count < 1200);
    assertThat(Slot.of("", 256)).isEqualTo(Slot.of("", 256)).isBetween(0, 255);
  }

  private static ErrorCode codeOf(String group, String name) {
    return catchThrowableOfType(QueueException.class, () -> new QueueName(group, name))
        .problem()
        .code();
  }
}
