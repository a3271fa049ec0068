package dev.millrace.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where and what to load without a server. */
final class OfflineOptions {
  @Option(
      names = "--offline",
      paramLabel = "DIR",
      description = "The data directory of a server that doesn't run; made if it is missing.")
  private @Nullable Path directory;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "With --offline: so many FIFO tasks with random data are made up.")
  private @Nullable Long tasks;

  @Option(
      names = "--queues",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "With --tasks: so many queues share them, named QUEUE-0 and on. Default: 1.")
  private @Nullable Integer queues;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "With --tasks: the size of their data. Default: 100.")
  private @Nullable Integer bytes;

  @Option(
      names = "--compact",
      description = {
        "With --offline: merges the tasks with those that are there, so that the server hasn't to"
            + " while it runs. Rewrites all tasks, and takes their space once more meanwhile."
      })
  private boolean compacts;

  boolean isGiven() {
    return directory != null;
  }

  Path directory() {
    if (directory == null) {
      throw Failure.usage("give --offline");
    }
    return directory;
  }

  boolean makesUp() {
    return tasks != null;
  }

  long tasks() {
    return tasks == null ? 0 : tasks;
  }

  int queues() {
    return queues == null ? 1 : queues;
  }

  int bytes() {
    return bytes == null ? 100 : bytes;
  }

  boolean compacts() {
    return compacts;
  }

  /** Refuses options that mean nothing without --offline. */
  void checkNothingElse() {
    if (tasks != null || queues != null || bytes != null || compacts) {
      throw Failure.usage("--tasks, --queues, --bytes and --compact go with --offline");
    }
  }
}
