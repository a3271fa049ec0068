package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class InlineStageTest {
  @Test
  void callerHandlesTheEvent() {
    var handled = new ArrayList<Integer>();
    var stage = new InlineStage<Integer>("admit", handled::addAll, (_, _) -> {});

    assertThat(stage.offer(1)).isEqualTo(new Accepted());

    assertThat(handled).containsExactly(1);
    assertThat(stage.observe().events()).isEqualTo(1);
  }

  @Test
  void failureClosesTheStage() {
    var failures = new ArrayList<Throwable>();
    var stage =
        new InlineStage<Integer>(
            "admit",
            _ -> {
              throw new IllegalStateException("broken");
            },
            (cause, _) -> failures.add(cause));

    var _ = stage.offer(1);

    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(stage.offer(2)).isEqualTo(new Refused(Reason.CLOSED, Duration.ZERO));
  }
}
