package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.Duration;
import dev.millrace.api.v1.StageEdge;
import dev.millrace.api.v1.StagePicture;
import dev.millrace.api.v1.StagesReply;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.queue.QueueException;
import dev.millrace.stages.Observation;
import dev.millrace.stages.profile.Profile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StagesAdapterTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long NOW_MILLIS = 1_800_000_000_000L;

  private final Profile profile = new Profile();

  @Test
  void aStageIsShownWithItsCountsAndWhereEventsCameFrom() {
    profile.add(List.of(seen(10, 100, 3)), 0, 7);

    StagesReply reply = reply(StagesRequest.getDefaultInstance());

    assertThat(reply.getStagesList())
        .singleElement()
        .satisfies(
            stage -> {
              assertThat(stage.getName()).isEqualTo("execute");
              assertThat(stage.getWaiting()).isEqualTo(4);
              assertThat(stage.getWaitingMax()).isEqualTo(50);
              assertThat(stage.getHandled()).isEqualTo(100);
              assertThat(stage.getRefused()).isEqualTo(3);
              assertThat(stage.getDelayP90())
                  .isEqualTo(Duration.newBuilder().setNanos(9_000).build());
              assertThat(stage.getSeriesList()).isEmpty();
            });
    assertThat(reply.getEdgesList())
        .containsExactly(StageEdge.newBuilder().setTo("execute").setEvents(100).build());
    assertThat(reply.getPicture()).isEmpty();
  }

  @Test
  void theSeriesHasRatesAndTimes() {
    profile.add(List.of(seen(10, 100, 3)), 0, 7);
    profile.add(List.of(seen(20, 300, 5)), 2 * SECOND_NANOS, 8);

    StagesReply reply = reply(StagesRequest.newBuilder().setWithSeries(true).build());

    assertThat(reply.getStages(0).getSeriesList())
        .singleElement()
        .satisfies(
            moment -> {
              assertThat(moment.getHandled()).isEqualTo(100);
              assertThat(moment.getRefused()).isEqualTo(1);
              assertThat(moment.getBatchSize()).isEqualTo(20);
              assertThat(moment.getHeapBytes()).isEqualTo(8);
              // A second ago.
              assertThat(moment.getTime().getSeconds()).isEqualTo(NOW_MILLIS / 1000 - 1);
            });
  }

  @Test
  void aPictureIsMadeWhenItIsAskedFor() {
    profile.add(List.of(seen(10, 100, 3)), 0, 7);

    assertThat(reply(picture(StagePicture.GRAPHVIZ)).getPicture()).startsWith("digraph");
    assertThat(reply(picture(StagePicture.SVG)).getPicture()).startsWith("<svg");
  }

  @Test
  void anUnknownPictureIsRefused() {
    StagesRequest request = StagesRequest.newBuilder().setPictureValue(77).build();

    assertThatExceptionOfType(QueueException.class).isThrownBy(() -> reply(request));
  }

  private static StagesRequest picture(StagePicture picture) {
    return StagesRequest.newBuilder().setPicture(picture).build();
  }

  private StagesReply reply(StagesRequest request) {
    return StagesAdapter.reply(request, profile, NOW_MILLIS, 3 * SECOND_NANOS);
  }

  private static Observation seen(long batches, long events, long refused) {
    return new Observation(
        "execute",
        4,
        50,
        batches,
        events,
        refused,
        1,
        1000,
        0,
        0,
        9_000,
        100,
        Map.of(Observation.OUTSIDE, events));
  }
}
