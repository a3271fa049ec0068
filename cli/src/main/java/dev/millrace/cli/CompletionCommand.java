package dev.millrace.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script that completes commands and options. */
@Command(
    name = "completion",
    description = "Prints a script for the shell, which then completes commands and options.",
    footer = {
      "Example: millrace completion bash > millrace.bash && source millrace.bash",
      "In zsh the same, after: autoload -U +X bashcompinit && bashcompinit"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Kind kind = Kind.bash;

  CompletionCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** The shells, spelled as they are typed. */
  enum Kind {
    bash,
    zsh
  }

  @Override
  public Integer call() {
    switch (kind) {
      // The script is one for both.
      case bash, zsh ->
          invocation
              .shell()
              .out()
              .println(AutoComplete.bash("millrace", Main.whole(invocation.shell())));
    }
    return ExitCode.OK.number();
  }
}
