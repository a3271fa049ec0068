package dev.millrace.cli;

import dev.millrace.api.v1.Stage;
import dev.millrace.api.v1.StagePicture;
import dev.millrace.api.v1.StagesReply;
import dev.millrace.api.v1.StagesRequest;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the stages of a server. */
@Command(
    name = "stages",
    description = {
      "Shows the stages that calls go through in the server: what waits before each, how much it",
      "does and refuses, and how long an event waits and is handled, in the last second.",
      "With --json also what was before."
    },
    footer = {"Example: millrace stages --watch", "         millrace stages --svg > stages.svg"})
final class StagesCommand implements Callable<Integer> {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Invocation invocation;

  @ArgGroup(exclusive = true)
  private final Form form = new Form();

  /** What is shown instead of one table. */
  static final class Form {
    @Option(names = "--watch", description = "Every second, until it is interrupted.")
    private boolean watch;

    @Option(names = "--graphviz", description = "The graph as a program for Graphviz.")
    private boolean graphviz;

    @Option(names = "--svg", description = "The graph as a picture.")
    private boolean svg;
  }

  StagesCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (var connection = invocation.connect()) {
      if (form.graphviz || form.svg) {
        var picture = form.svg ? StagePicture.SVG : StagePicture.GRAPHVIZ;
        var request = StagesRequest.newBuilder().setPicture(picture).build();
        invocation.shell().out().print(read(connection, request).getPicture());
        return ExitCode.OK.number();
      }
      show(connection);
      while (form.watch) {
        Thread.sleep(PERIOD);
        invocation.shell().out().println();
        show(connection);
      }
    }
    return ExitCode.OK.number();
  }

  private void show(Connection connection) {
    var request = StagesRequest.newBuilder().setWithSeries(true).build();
    invocation.output().<Stage>show(new StageView(), read(connection, request).getStagesList());
  }

  private static StagesReply read(Connection connection, StagesRequest request) {
    return connection.read(stub -> stub.stages(request));
  }
}
