package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicketTest {
  private static final long BLOCK = 1L << 40;

  @Test
  void firstOpeningStartsInItsOwnBlock() {
    assertThat(Ticket.before(1, 0)).isEqualTo(BLOCK);
  }

  @Test
  void laterOpeningStartsAboveAllOfAnEarlierOne() {
    long last = Ticket.before(1, 0) + 123_456;

    assertThat(Ticket.before(2, last)).isEqualTo(2 * BLOCK);
  }

  @Test
  void openingAfterOneThatLostEverythingStartsInAnotherBlock() {
    assertThat(Ticket.before(2, 0)).isNotEqualTo(Ticket.before(1, 0));
  }

  @Test
  void openingAfterOneThatOutgrewItsBlockStartsAboveIt() {
    long last = 3 * BLOCK + 5;

    assertThat(Ticket.before(2, last)).isGreaterThan(4 * BLOCK);
  }

  @Test
  void epochIsTheBlock() {
    assertThat(Ticket.epochOf(Ticket.before(7, 0) + 1)).isEqualTo(7);
  }

  @Test
  void ticketsArePositive() {
    assertThat(Ticket.before((1L << 23) - 1, 0) + BLOCK - 1).isPositive();
  }
}
