package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueOrder.By;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageTokenTest {
  private static final QueueOrder.Key LAST =
      new QueueOrder.Key(Long.MIN_VALUE, new QueueName("größe", "mail #1/2"));

  @ParameterizedTest
  @EnumSource
  void tokenNamesThePlaceItWasMadeFor(By by) {
    for (boolean descending : new boolean[] {false, true}) {
      var order = new QueueOrder(by, descending);

      assertThat(PageToken.decode(order, PageToken.encode(order, LAST))).isEqualTo(LAST);
    }
  }

  @Test
  void longestNamesFit() {
    var longest = new QueueOrder.Key(1, new QueueName("g".repeat(512), "n".repeat(512)));

    var token = PageToken.encode(QueueOrder.BY_NAME, longest);

    assertThat(PageToken.decode(QueueOrder.BY_NAME, token)).isEqualTo(longest);
  }

  @Test
  void tokenOfAnotherOrderIsRefused() {
    var token = PageToken.encode(new QueueOrder(By.TASKS, true), LAST);

    assertThat(refused(new QueueOrder(By.TASKS, false), token)).isEqualTo(ErrorCode.INVALID);
    assertThat(refused(new QueueOrder(By.LEASED, true), token)).isEqualTo(ErrorCode.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "AAAA", "!", "AQAAAAAAAAAAAAA", "ÄÄ", "AQ==", " "})
  void whatIsNoTokenIsRefused(String token) {
    assertThat(refused(QueueOrder.BY_NAME, token)).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void longTextIsRefusedUnread() {
    assertThat(refused(QueueOrder.BY_NAME, "A".repeat(1 << 20))).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void cutTokenIsRefusedOrNamesAnotherQueue() {
    var token = PageToken.encode(QueueOrder.BY_NAME, LAST);

    for (int length = 0; length < 20; length++) {
      assertThat(refused(QueueOrder.BY_NAME, token.substring(0, length)))
          .isEqualTo(ErrorCode.INVALID);
    }
  }

  @Test
  void changedTokenNeverEscapesTheCheck() {
    var token = PageToken.encode(QueueOrder.BY_NAME, LAST);
    var random = new Random(1);

    for (int i = 0; i < 10_000; i++) {
      char[] changed = token.toCharArray();
      changed[random.nextInt(changed.length)] = (char) random.nextInt(128);
      try {
        PageToken.decode(QueueOrder.BY_NAME, new String(changed));
      } catch (dev.millrace.queue.QueueException e) {
        assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID);
      }
    }
  }

  private static ErrorCode refused(QueueOrder order, String token) {
    return refusalOf(() -> PageToken.decode(order, token)).code();
  }
}
