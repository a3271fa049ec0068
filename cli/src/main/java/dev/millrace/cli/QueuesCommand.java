package dev.millrace.cli;

import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.QueueSize;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists queues. */
@Command(
    name = "queues",
    description = "Lists the queues that hold tasks or are paused.",
    footer = {
      "Example: millrace queues 'mail/.*' --sort tasks --desc -n 10",
      "         millrace queues --all-groups --min 1 --json"
    })
final class QueuesCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final QueueFilterOptions filter = new QueueFilterOptions();

  QueuesCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var queues = new ArrayList<QueueSize>();
    long matching;
    try (var connection = invocation.connect()) {
      var token = "";
      do {
        var request =
            ListQueuesRequest.newBuilder()
                .setFilter(filter.page(invocation, queues.size(), token))
                .build();
        var page = connection.read(stub -> stub.listQueues(request));
        queues.addAll(page.getQueuesList());
        matching = page.getMatching();
        token = page.getNextPageToken();
      } while (!token.isEmpty() && queues.size() < filter.count());
    }
    invocation.output().show(new QueueSizeView(), queues);
    filter.note(invocation, queues.size(), matching);
    return ExitCode.OK.number();
  }
}
