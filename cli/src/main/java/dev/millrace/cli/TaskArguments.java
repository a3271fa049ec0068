package dev.millrace.cli;

import com.google.protobuf.ByteString;
import picocli.CommandLine.Parameters;

/** The arguments that name one task. */
final class TaskArguments {
  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue of the task.")
  private String queue = "";

  @Parameters(
      index = "1",
      paramLabel = "PID",
      description = "The PID of the task, as tables show it: text, hex:… or base64:….")
  private String pid = "";

  String queue() {
    return queue;
  }

  ByteString pid() {
    return Spelling.parse(pid);
  }
}
