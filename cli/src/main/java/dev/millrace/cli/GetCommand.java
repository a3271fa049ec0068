package dev.millrace.cli;

import dev.millrace.api.v1.GetRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows one task. */
@Command(
    name = "get",
    description = {"Shows one task, in whatever state.", "Exits with 3 when it isn't there."},
    footer = {
      "Example: millrace get mail user-17",
      "         millrace get reports hex:0017 --raw | gunzip"
    })
final class GetCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final TaskArguments task = new TaskArguments();

  @Option(names = "--raw", description = "Writes the data and nothing else.")
  private boolean raw;

  GetCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var request =
        GetRequest.newBuilder().setQueue(invocation.queue(task.queue())).setPid(task.pid()).build();
    try (var connection = invocation.connect()) {
      var found = connection.read(stub -> stub.get(request)).getTask();
      if (raw) {
        var out = invocation.shell().out();
        found.getData().writeTo(out);
        out.flush();
      } else {
        invocation.output().showRecord(TaskView.whole(), found);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ExitCode.OK.number();
  }
}
