package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stages.profile.GraphPicture;
import dev.millrace.stages.profile.Profile;
import dev.millrace.stages.profile.StageGraph.Edge;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StagesTest {
  private final Stages stages = new Stages();
  private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    stages.close();
  }

  @Test
  void stagesAreFoundByNameUntilTheyAreRemoved() throws Exception {
    stages.add(stage("parse"));

    assertThat(stages.<String>find("parse").orElseThrow().offer("a").isAccepted()).isTrue();
    assertThat(handled.take()).isEqualTo("a");
    assertThat(stages.remove("parse")).isTrue();
    assertThat(stages.find("parse")).isEmpty();
    assertThat(stages.remove("parse")).isFalse();
  }

  @Test
  void nameIsUsedOnce() {
    stages.add(stage("parse"));
    var second = stage("parse");

    assertThatThrownBy(() -> stages.add(second)).hasMessageContaining("parse");
    second.close();
  }

  @Test
  void tracingStageSeesWhatGoesIn() throws Exception {
    Stage<String> way = stages.add(stage("parse"));
    var tracing = stages.trace("parse", 2, () -> 7);
    for (String event : new String[] {"a", "b", "c"}) {
      var _ = way.offer(event);
      handled.take();
    }
    stages.untrace("parse");
    var _ = way.offer("d");
    handled.take();

    assertThat(tracing.traces()).extracting(TracingStage.Trace::event).containsExactly("b", "c");
    assertThat(tracing.traces()).allMatch(trace -> trace.nanos() == 7);
    assertThat(tracing.observe().events()).isEqualTo(3);
  }

  @Test
  void graphShowsWhichStageHandedEventsToWhich() throws Exception {
    Stage<String> send = stages.add(stage("send"));
    Stage<String> parse =
        stages.add(
            QueueStage.<String>start(
                new StageConfig("parse", 10, 10),
                batch -> batch.forEach(send::offer),
                (_, _) -> {}));
    var profile = new Profile();
    profile.add(stages.observe(), 0, 0);

    var _ = parse.offer("a");
    var _ = parse.offer("b");
    handled.take();
    handled.take();
    profile.add(stages.observe(), 1_000_000_000, 1 << 20);

    var graph = profile.graph();
    assertThat(graph.edges())
        .containsExactly(new Edge(Observation.OUTSIDE, "parse", 2), new Edge("parse", "send", 2));
    assertThat(graph.dot()).contains("\"parse\" -> \"send\" [label=\"2\"]");
    assertThat(GraphPicture.svg(graph)).startsWith("<svg").contains(">send<").endsWith("</svg>\n");
    var moment = profile.series().getOrDefault("parse", List.of()).getFirst();
    assertThat(moment.perSecond()).isEqualTo(2);
    assertThat(moment.delayNanos()).isPositive();
    assertThat(moment.heapBytes()).isEqualTo(1 << 20);
  }

  @Test
  void profileOfAnyLengthIsBounded() {
    stages.add(stage("parse"));
    var profile = new Profile();

    for (int i = 0; i < 10_000; i++) {
      profile.add(stages.observe(), i, 0);
    }

    assertThat(profile.series().get("parse")).hasSizeBetween(200, 512);
  }

  private QueueStage<String> stage(String name) {
    return QueueStage.start(new StageConfig(name, 10, 10), handled::addAll, (_, _) -> {});
  }
}
