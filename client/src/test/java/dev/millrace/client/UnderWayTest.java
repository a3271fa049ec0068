package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnderWayTest {
  private final UnderWay underWay = new UnderWay();

  @Test
  void everyCallHasAPlaceOfItsOwnHoweverManyThereAre() {
    List<Object> calls = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      var call = call(1_000 - i);
      underWay.put(call);
      assertThat(call.place).isEqualTo(i);
      calls.add(call);
    }

    assertThat(underWay.size()).isEqualTo(1_000);
    assertThat((Object) underWay.take(500)).isSameAs(calls.get(500));
    assertThat((Object) underWay.take(500)).isNull();
    assertThat(underWay.size()).isEqualTo(999);
  }

  @Test
  void placeIsUsedAgain() {
    underWay.put(call(1));
    underWay.put(call(2));
    var _ = underWay.take(0);
    var call = call(3);

    underWay.put(call);

    assertThat(call.place).isZero();
  }

  @Test
  void allComeOutInTheOrderInWhichTheyWereSentFirst() {
    underWay.put(call(2));
    underWay.put(call(3));
    underWay.put(call(1));

    assertThat(underWay.takeAll().stream().map(call -> call.sequence)).containsExactly(1L, 2L, 3L);
    assertThat(underWay.size()).isZero();
  }

  private static WireCall call(long sequence) {
    var call = new WireCall(PendingCall.of(Calls.lease(), 0));
    call.sequence = sequence;
    return call;
  }
}
