package dev.millrace.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code millrace}. */
@Command(
    name = "millrace",
    description = "Durable priority queues with leases.",
    versionProvider = Version.class,
    footerHeading = "%n",
    footer = {
      "PIDs and data are text, hex:… or base64:…, and text:… if the text itself starts so; tables",
      "show PIDs in the same way. In JSON, bytes that aren't UTF-8 are base64, as pid_base64 and",
      "data_base64. A length of time is 500ms, 30s, 5m, 1h30m or 7d.",
      "",
      "`millrace COMMAND --help` has the options of a command and an example."
    })
final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(Shell.ofProcess(), arguments));
  }

  /** Runs this in a thread of its own when the process ends, also by a signal. */
  static void beforeEnd(Runnable last) {
    Runtime.getRuntime().addShutdownHook(new Thread(last, "end"));
  }

  /** Runs one command line and returns its exit code. */
  static int run(Shell shell, String... arguments) {
    var words = helpAsOption(arguments);
    return commandLine(shell, List.of(words)).execute(words);
  }

  /** {@code help lease} is what many people type first, and means {@code lease --help}. */
  private static String[] helpAsOption(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals("help")) {
      return arguments;
    }
    var words = Arrays.copyOfRange(arguments, 1, arguments.length + 1);
    words[arguments.length - 1] = "--help";
    return words;
  }

  /** The command with all that every subcommand has, which takes a while to load. */
  static CommandLine whole(Shell shell) {
    return commandLine(shell, Arrays.stream(Verb.values()).map(Verb::word).toList());
  }

  private static CommandLine commandLine(Shell shell, List<String> arguments) {
    var options = new GlobalOptions(System.getenv());
    var invocation = new Invocation(options, shell);
    var commands = new CommandLine(new Main()).addMixin("options", options);
    for (var verb : Verb.values()) {
      commands.addSubcommand(
          verb.word(), arguments.contains(verb.word()) ? verb.command(invocation) : nameOnly(verb));
    }
    layOut(commands);
    return commands
        // A PID may start with @; no file is read for it.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler((e, _) -> refuse(e, shell))
        .setExecutionExceptionHandler((e, _, _) -> fail(e, shell));
  }

  /** A command that isn't asked for stands in the list of commands and nowhere else. */
  private static CommandSpec nameOnly(Verb verb) {
    var spec = CommandSpec.create();
    spec.usageMessage().description(verb.summary());
    return spec;
  }

  private static void layOut(CommandLine commands) {
    commands.setUsageHelpWidth(100);
    // The options of the command itself come first, then those of every command.
    forEach(commands, usage -> usage.sortOptions(false).abbreviateSynopsis(true));
    commands
        .getCommandSpec()
        .usageMessage()
        .commandListHeading("%nCommands:%n")
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(ExitCode.table());
  }

  private static void forEach(CommandLine command, Consumer<UsageMessageSpec> change) {
    change.accept(command.getCommandSpec().usageMessage());
    command.getSubcommands().values().forEach(subcommand -> forEach(subcommand, change));
  }

  /** A command line that can't be understood. */
  private static int refuse(ParameterException e, Shell shell) {
    shell.err().println(Failure.usage(String.valueOf(e.getMessage())).line());
    if (!UnmatchedArgumentException.printSuggestions(e, shell.err())) {
      var command = e.getCommandLine().getCommandSpec().qualifiedName();
      shell.err().println("Try: " + command + " --help");
    }
    return ExitCode.INVALID.number();
  }

  private static int fail(Exception e, Shell shell) {
    var failure =
        e instanceof Failure known
            ? known
            : new Failure(ExitCode.FAILED, "DEFECT", String.valueOf(e));
    shell.err().println(failure.line());
    if ("1".equals(System.getenv("MILLRACE_DEBUG"))) {
      e.printStackTrace(shell.err());
    }
    return failure.exitCode().number();
  }
}
