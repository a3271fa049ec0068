package dev.millrace.node.wire;

import com.google.protobuf.Duration;
import dev.millrace.api.v1.Stage;
import dev.millrace.api.v1.StageEdge;
import dev.millrace.api.v1.StageMoment;
import dev.millrace.api.v1.StagesReply;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.queue.QueueException;
import dev.millrace.stages.Observation;
import dev.millrace.stages.profile.GraphPicture;
import dev.millrace.stages.profile.Moment;
import dev.millrace.stages.profile.Profile;
import dev.millrace.stages.profile.StageGraph;
import java.util.List;
import java.util.Map;

/** The stages of the server. */
final class StagesAdapter {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private StagesAdapter() {}

  /**
   * @param nowMillis the same moment as {@code nowNanos}
   */
  static StagesReply reply(StagesRequest request, Profile profile, long nowMillis, long nowNanos) {
    StageGraph graph = profile.graph();
    StagesReply.Builder reply = StagesReply.newBuilder().setPicture(picture(request, graph));
    Map<String, List<Moment>> series = request.getWithSeries() ? profile.series() : Map.of();
    for (Observation node : graph.nodes()) {
      Stage.Builder stage = stage(node);
      for (Moment moment : series.getOrDefault(node.stage(), List.of())) {
        long millis = nowMillis - (nowNanos - moment.nanos()) / NANOS_PER_MILLI;
        stage.addSeries(moment(moment, millis));
      }
      reply.addStages(stage);
    }
    for (StageGraph.Edge edge : graph.edges()) {
      reply.addEdges(
          StageEdge.newBuilder().setFrom(edge.from()).setTo(edge.to()).setEvents(edge.events()));
    }
    return reply.build();
  }

  private static String picture(StagesRequest request, StageGraph graph) {
    return switch (request.getPicture()) {
      case STAGE_PICTURE_UNSPECIFIED -> "";
      case GRAPHVIZ -> graph.dot();
      case SVG -> GraphPicture.svg(graph);
      case UNRECOGNIZED ->
          throw QueueException.invalid(
              "picture has the unknown number %d", request.getPictureValue());
    };
  }

  private static Stage.Builder stage(Observation node) {
    return Stage.newBuilder()
        .setName(node.stage())
        .setWaiting(node.queueLength())
        .setWaitingMax(node.queueMax())
        .setHandled(node.events())
        .setRefused(node.refused())
        .setBatches(node.batches())
        .setBatchMax(node.batchMax())
        .setHandlers(node.handlers())
        .setDelayP90(duration(node.delay90Nanos()));
  }

  private static StageMoment moment(Moment moment, long millis) {
    return StageMoment.newBuilder()
        .setTime(TimeAdapter.timestamp(Math.max(0, millis)))
        .setWaiting(moment.queueLength())
        .setHandled(moment.perSecond())
        .setRefused(moment.refusedPerSecond())
        .setBatchSize(moment.batchSize())
        .setHandlers(moment.handlers())
        .setDelay(duration((long) moment.delayNanos()))
        .setService(duration((long) moment.serviceNanos()))
        .setHeapBytes(moment.heapBytes())
        .build();
  }

  private static Duration duration(long nanos) {
    return Duration.newBuilder()
        .setSeconds(nanos / NANOS_PER_SECOND)
        .setNanos((int) (nanos % NANOS_PER_SECOND))
        .build();
  }
}
