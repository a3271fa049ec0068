package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.server.Ledger.Seen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The judge of the process tests notices what it is there to notice. */
class LedgerTest {
  private final Ledger ledger = new Ledger();

  @Test
  void noticesALostTask() {
    String token = enqueued();

    assertThat(ledger.violations(Map.of())).containsExactly("lost: " + token + " of q");
  }

  @Test
  void noticesAResurrectedTask() {
    String token = enqueued();
    ledger.sent(List.of(), List.of(token));
    ledger.acknowledged(List.of(), List.of(token));

    assertThat(ledger.violations(available(token)))
        .containsExactly("resurrected: " + token + " of q");
  }

  @Test
  void noticesThatAnOpenCallTookEffectLate() {
    String token = ledger.newToken("q");
    ledger.sent(List.of(token), List.of());

    assertThat(ledger.violations(Map.of())).isEmpty();
    assertThat(ledger.violations(available(token)))
        .containsExactly("resurrected: " + token + " of q");
  }

  @Test
  void noticesHalfAnUpdate() {
    String first = enqueued();
    String second = ledger.newToken("q");
    ledger.sent(List.of(second), List.of(first));

    assertThat(ledger.violations(Map.of()))
        .singleElement()
        .asString()
        .startsWith("half of an update");
  }

  @Test
  void noticesALostLease() {
    String token = enqueued();
    ledger.leased(token, 7);

    assertThat(ledger.violations(available(token)))
        .singleElement()
        .asString()
        .startsWith("lease 7 lost");
    assertThat(ledger.violations(Map.of(token, new Seen("q", token, true, 7)))).isEmpty();
  }

  @Test
  void noticesPhantomsAndChangedData() {
    String token = enqueued();

    assertThat(
            ledger.violations(
                Map.of(token, new Seen("q", "other", false, 0), "x", new Seen("q", "x", false, 0))))
        .hasSize(2);
  }

  private String enqueued() {
    String token = ledger.newToken("q");
    ledger.sent(List.of(token), List.of());
    ledger.acknowledged(List.of(token), List.of());
    return token;
  }

  private static Map<String, Seen> available(String token) {
    return Map.of(token, new Seen("q", token, false, 0));
  }
}
