package dev.millrace.cli;

import dev.millrace.api.v1.QueueFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which queues a listing shows, and in which order. */
final class QueueFilterOptions {
  private static final int PAGE_QUEUES_MAX = 1_000;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REGEX",
      description = "Only queues whose whole name matches (RE2 syntax). Default: all.")
  private String regex = "";

  @Option(
      names = "--sort",
      paramLabel = "BY",
      defaultValue = "name",
      description = "The order: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Sort sort = Sort.name;

  @Option(names = "--desc", description = "The largest or oldest first.")
  private boolean descending;

  @Option(
      names = "--min",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "Only queues with at least so many tasks.")
  private @Nullable Long min;

  @Option(
      names = "--max",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "Only queues with at most so many tasks.")
  private @Nullable Long max;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "K",
      defaultValue = "100",
      converter = NumberConverter.Positive.class,
      description = "At most this many queues. Default: ${DEFAULT-VALUE}.")
  private int count = 100;

  @Option(
      names = "--skip",
      paramLabel = "K",
      defaultValue = "0",
      converter = NumberConverter.Natural.class,
      description = "Leaves out the first K queues of that order.")
  private int skip;

  @Option(names = "--all-groups", description = "The queues of every group.")
  private boolean allGroups;

  /** The values of --sort, spelled as they are typed. */
  enum Sort {
    name,
    tasks,
    available,
    leased,
    delayed,
    age,
    enqueued,
    dequeued,
    lease
  }

  /** How many queues to show at most. */
  int count() {
    return count;
  }

  /** The page that follows after so many queues. */
  QueueFilter page(Invocation invocation, int shown, String token) {
    var filter =
        QueueFilter.newBuilder()
            .setPattern(invocation.pattern(regex, allGroups))
            .setSort(wire(sort))
            .setDescending(descending)
            .setPageSize(Math.min(count - shown, PAGE_QUEUES_MAX))
            .setPageToken(token)
            .setSkip(token.isEmpty() ? skip : 0);
    if (min != null) {
      filter.setMinTasks(min);
    }
    if (max != null) {
      filter.setMaxTasks(max);
    }
    return filter.build();
  }

  private static QueueFilter.Sort wire(Sort sort) {
    return switch (sort) {
      case name -> QueueFilter.Sort.NAME;
      case tasks -> QueueFilter.Sort.TASKS;
      case available -> QueueFilter.Sort.AVAILABLE;
      case leased -> QueueFilter.Sort.LEASED;
      case delayed -> QueueFilter.Sort.DELAYED;
      case age -> QueueFilter.Sort.HEAD_AGE;
      case enqueued -> QueueFilter.Sort.ENQUEUED;
      case dequeued -> QueueFilter.Sort.DEQUEUED;
      case lease -> QueueFilter.Sort.LEASE_TIME;
    };
  }

  /** Tells people how much of the listing they see. */
  void note(Invocation invocation, int shown, long matching) {
    if (matching == 0) {
      invocation.note("no queues");
    } else if (skip >= matching) {
      invocation.note("no queues after the first %s".formatted(Wording.count(matching)));
    } else if (skip + (long) shown < matching) {
      invocation.note(
          "%s of %s queues; -n shows more"
              .formatted(Wording.count(shown), Wording.count(matching)));
    }
  }
}
