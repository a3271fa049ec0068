package dev.millrace.cli;

import dev.millrace.api.v1.Durability;
import picocli.CommandLine.Option;

/** How safe a change has to be before the answer comes. */
final class DurabilityOption {
  @Option(
      names = "--os",
      description =
          "Answer once the operating system has the change: faster, and lost if the machine"
              + " crashes. Default: once it is on disk.")
  private boolean os;

  Durability value() {
    return os ? Durability.OS : Durability.FSYNC;
  }
}
