package dev.millrace.store;

import static dev.millrace.store.Rows.deletes;
import static dev.millrace.store.Rows.everything;
import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What tickets say, and what is left after closing and after a crash, in every store. */
public abstract class StoreRecoveryConformanceTest {
  private StoreUnderTest underTest;
  private Store store;

  protected abstract StoreUnderTest underTest();

  @BeforeEach
  void open() {
    underTest = underTest();
    store = underTest.open();
  }

  @AfterEach
  void close() {
    store.close();
    underTest.close();
  }

  @Test
  void aLayerRaisesTheTicketsOfItsSlotsOnly() {
    store.apply(Layer.builder().ticket(1, 10).ticket(3, 30).build());
    store.apply(Layer.builder().ticket(1, 11).build());

    assertThat(applied()).containsExactly(0, 11, 0, 30);
  }

  @Test
  void ticketsAreFlushedOnlyByAFlush() {
    store.apply(puts(5, "a"));

    assertThat(store.flushedTickets()).containsExactly(0, 0, 0, 0);

    store.flush();

    assertThat(store.flushedTickets()).containsExactly(5, 0, 0, 0);
  }

  @Test
  void aTicketNeverGoesBack() {
    store.apply(puts(5, "a"));

    assertThatIllegalArgumentException().isThrownBy(() -> store.apply(puts(4, "b")));

    assertThat(pids(store)).containsExactly("a");
    assertThat(store.appliedTicket(0)).isEqualTo(5);
  }

  @Test
  void aSlotThatTheStoreHasNotIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.apply(Layer.builder().ticket(StoreUnderTest.SLOTS, 1).build()));
  }

  @Test
  void aLayerThatOnlyClearsUpKeepsTheTicket() {
    store.apply(puts(5, "a"));

    store.apply(deletes(5, "a"));

    assertThat(pids(store)).isEmpty();
    assertThat(store.appliedTicket(0)).isEqualTo(5);
  }

  @Test
  void whatWasFlushedIsThereAfterClosing() {
    store.apply(puts(5, "a", "b"));
    store.apply(deletes(6, "b"));
    store.flush();
    var before = everything(store);

    store.close();
    store = underTest.open();

    assertThat(everything(store)).isEqualTo(before);
    assertThat(applied()).containsExactly(6, 0, 0, 0);
    assertThat(store.flushedTickets()).containsExactly(6, 0, 0, 0);
  }

  @Test
  void whatWasFlushedSurvivesACrash() {
    store.apply(puts(5, "a", "b"));
    store.flush();

    crash();

    assertThat(pids(store)).containsExactly("a", "b");
    assertThat(store.flushedTickets()).containsExactly(5, 0, 0, 0);
  }

  @Test
  void aCrashLeavesExactlyWhatSomeLayerLeft() {
    var boundaries = new ArrayList<List<Row>>();
    for (int ticket = 1; ticket <= 40; ticket++) {
      store.apply(step(ticket));
      boundaries.add(everything(store));
      if (ticket == 20) {
        store.flush();
      }
    }

    crash();

    long ticket = store.appliedTicket(0);
    assertThat(ticket).isBetween(20L, 40L);
    assertThat(everything(store)).isEqualTo(boundaries.get((int) ticket - 1));
    assertThat(store.flushedTickets()[0]).isEqualTo(ticket);
  }

  /** Changes rows of two slots together, in all the ways there are. */
  private static Layer step(int ticket) {
    return Layer.builder()
        .ticket(0, ticket)
        .ticket(1, ticket)
        .deleteRange(RowRanges.tasks(1, 1 + ticket % 3))
        .put(Rows.task(0, 1, "" + ticket), Rows.value("x".repeat(4000)))
        .delete(Rows.task(0, 1, "" + (ticket - 5)))
        .put(Rows.task(1, 1 + ticket % 3, "a"), Rows.value("" + ticket))
        .put(Rows.task(1, 1 + ticket % 3, "b"), Rows.value("" + ticket))
        .build();
  }

  @Test
  void aStoreGoesOnAfterACrash() {
    store.apply(puts(5, "a"));
    store.flush();
    store.apply(puts(6, "b"));

    crash();
    store.apply(puts(7, "b", "c"));
    store.flush();
    crash();

    assertThat(pids(store)).containsExactly("a", "b", "c");
    assertThat(store.appliedTicket(0)).isEqualTo(7);
  }

  @Test
  void crashingAgainChangesNothing() {
    store.apply(puts(5, "a"));
    store.flush();
    store.apply(puts(6, "b"));
    crash();
    var once = everything(store);

    crash();

    assertThat(everything(store)).isEqualTo(once);
  }

  private void crash() {
    underTest.crash();
    store = underTest.open();
  }

  private long[] applied() {
    var tickets = new long[store.slots()];
    for (int slot = 0; slot < tickets.length; slot++) {
      tickets[slot] = store.appliedTicket(slot);
    }
    return tickets;
  }
}
