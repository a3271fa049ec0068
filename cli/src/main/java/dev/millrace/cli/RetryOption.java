package dev.millrace.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a command goes on when the server can't serve it now. */
final class RetryOption {
  @Option(
      names = "--retry-for",
      paramLabel = "D",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description =
          "How long to go on trying when the server is overloaded or away. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofMinutes(1);

  Patience patience() {
    return new Patience(time, Patience.Watch.REAL);
  }
}
