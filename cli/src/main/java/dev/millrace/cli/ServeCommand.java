package dev.millrace.cli;

import dev.millrace.node.config.ConfigException;
import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import dev.millrace.node.server.NodeException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a server. */
@Command(
    name = "serve",
    description = {
      "Runs a server until Ctrl-C or SIGTERM. What it has accepted by then is finished first.",
      "Every setting is also a variable, such as MILLRACE_PORT; the command line wins."
    },
    footer = {
      "Exit codes: 0 stopped, 2 wrong setting, 65 data unusable, 69 address unusable, 70 defect,",
      "74 disk failed, 75 data in use, 76 the stop took too long.",
      "",
      "Example: millrace serve --data /var/lib/millrace --port 7411"
    })
final class ServeCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory; made if it isn't there. Default: ./data.")
  private @Nullable String data;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port; 0 for any free one. Default: 7411.")
  private @Nullable String port;

  @Option(
      names = "--http",
      paramLabel = "N",
      description =
          "Also serves HTTP, JSON and the dashboard on this port; 0 for any free one."
              + " Default: not.")
  private @Nullable String http;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "The address; one that others reach needs TLS and an access file."
              + " Default: 127.0.0.1.")
  private @Nullable String bind;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A file with settings, a line `key = value` for each.")
  private @Nullable Path config;

  ServeCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try {
      return Node.serve(
          NodeConfig.load(Optional.ofNullable(config), arguments()), invocation.shell().out());
    } catch (ConfigException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    } catch (NodeException e) {
      // A server's exit codes are its own: whoever restarts it tells them apart.
      invocation.note(
          new Failure(ExitCode.FAILED, e.exit().name(), String.valueOf(e.getMessage())).line());
      return e.exit().number();
    }
  }

  /** What is given here wins over the file and the environment. */
  private Map<String, String> arguments() {
    var arguments = new LinkedHashMap<String, String>();
    if (data != null) {
      arguments.put("data", Spelling.name(data));
    }
    if (bind != null) {
      arguments.put("bind", bind);
    }
    if (port != null) {
      arguments.put("port", port);
    }
    if (http != null) {
      arguments.put("http-port", http);
    }
    return arguments;
  }
}
