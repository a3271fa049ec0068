package dev.millrace.store;

import static dev.millrace.store.Rows.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class KeyRangeTest {
  private static final KeyRange RANGE = new KeyRange(task("b"), task("d"));

  @Test
  void theFirstKeyIsInAndTheLastIsOut() {
    assertThat(RANGE.contains(task("b"))).isTrue();
    assertThat(RANGE.contains(task("cz"))).isTrue();
    assertThat(RANGE.contains(task("d"))).isFalse();
  }

  @Test
  void aRangeDoesNotRunBackwards() {
    assertThatIllegalArgumentException().isThrownBy(() -> new KeyRange(task("b"), task("a")));
  }

  @Test
  void startingAtCutsTheFrontOff() {
    assertThat(RANGE.startingAt(task("a"))).isEqualTo(RANGE);
    assertThat(RANGE.startingAt(task("c"))).isEqualTo(new KeyRange(task("c"), task("d")));
    assertThat(RANGE.startingAt(task("x")).isEmpty()).isTrue();
  }

  @Test
  void startingAfterLeavesTheKeyOutAndNothingElse() {
    var rest = RANGE.startingAfter(task("c"));

    assertThat(rest.contains(task("c"))).isFalse();
    assertThat(rest.contains(task("c\0"))).isTrue();
  }

  @Test
  void aPrefixOfHighBytesHasAnEnd() {
    var range = KeyRange.ofPrefix(RowKey.of(new byte[] {1, (byte) 0xff}));

    assertThat(range.to()).isEqualTo(RowKey.of(new byte[] {2}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.ofPrefix(RowKey.of(new byte[] {(byte) 0xff})));
  }
}
