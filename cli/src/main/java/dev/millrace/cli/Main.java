package dev.millrace.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code millrace}. */
@Command(
    name = "millrace",
    mixinStandardHelpOptions = true,
    version = "millrace 0.1.0-SNAPSHOT",
    description = "Durable priority queues with leases.")
final class Main implements Runnable {
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
