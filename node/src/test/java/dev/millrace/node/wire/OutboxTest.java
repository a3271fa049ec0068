package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.AnswerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private final AtomicBoolean isReady = new AtomicBoolean(true);
  private final List<List<Integer>> sent = new ArrayList<>();
  private final Outbox<Integer> outbox = outbox(sent::add);

  @Test
  void readyReaderGetsParcelsAtOnce() {
    assertThat(outbox.add(1)).isTrue();
    assertThat(outbox.add(2)).isTrue();

    assertThat(sent).containsExactly(List.of(1), List.of(2));
  }

  @Test
  void parcelsOfOneGroupGoTogetherAfterItsLast() {
    AnswerGroup.give(
        () -> {
          outbox.add(1);
          outbox.add(2);
          assertThat(sent).isEmpty();
        });

    assertThat(sent).containsExactly(List.of(1, 2));
  }

  @Test
  void whatGoesTogetherIsBoundedButOneParcelAlwaysGoes() {
    AnswerGroup.give(() -> List.of(6, 4, 1, 20, 2).forEach(outbox::add));

    assertThat(sent).containsExactly(List.of(6, 4), List.of(1), List.of(20), List.of(2));
  }

  @Test
  void slowReaderGetsParcelsTogetherAndInOrderWhenItIsReady() {
    isReady.set(false);
    outbox.add(1);
    outbox.add(2);
    assertThat(sent).isEmpty();

    isReady.set(true);
    outbox.drain();

    assertThat(sent).containsExactly(List.of(1, 2));
  }

  @Test
  void parcelAddedWhileSendingIsSentAfterwardsAndNotInside() {
    var depth = new AtomicInteger();
    var order = new ArrayList<Integer>();
    var nested =
        new Object() {
          final Outbox<Integer> outbox = outbox(parcels -> parcels.forEach(this::send));

          void send(int parcel) {
            assertThat(depth.getAndIncrement()).isZero();
            order.add(parcel);
            if (parcel < 1000) {
              outbox.add(parcel + 1);
            }
            depth.decrementAndGet();
          }
        };

    nested.outbox.add(1);

    assertThat(order).hasSize(1000);
  }

  @Test
  void closedOutboxTakesNothingAndReturnsWhatIsLeft() {
    isReady.set(false);
    outbox.add(1);

    assertThat(outbox.close()).containsExactly(1);
    assertThat(outbox.add(2)).isFalse();
    isReady.set(true);
    outbox.drain();
    assertThat(sent).isEmpty();
  }

  @Test
  void manyThreadsSendEachParcelOnceAndOneAtATime() throws InterruptedException {
    var inside = new AtomicInteger();
    var received = new ArrayList<Integer>();
    var shared =
        outbox(
            parcels -> {
              assertThat(inside.getAndIncrement()).isZero();
              received.addAll(parcels);
              inside.decrementAndGet();
            });
    var threads = new ArrayList<Thread>();

    for (int i = 0; i < 4; i++) {
      int first = i * 10_000;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int parcel = first; parcel < first + 10_000; parcel++) {
                      shared.add(parcel);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(received).hasSize(40_000).doesNotHaveDuplicates();
    for (int i = 0; i < 4; i++) {
      int own = i;
      assertThat(received.stream().filter(parcel -> parcel / 10_000 == own)).isSorted();
    }
  }

  /** A parcel has as many bytes as its number says; ten go together. */
  private Outbox<Integer> outbox(Consumer<List<Integer>> send) {
    return new Outbox<>(isReady::get, Integer::intValue, 10, send);
  }
}
