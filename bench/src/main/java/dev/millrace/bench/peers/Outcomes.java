package dev.millrace.bench.peers;

import static java.util.Comparator.naturalOrder;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** All that was seen, and the best of it. */
final class Outcomes {
  private final List<Outcome> all = new ArrayList<>();

  void add(Outcome outcome) {
    all.add(outcome);
  }

  /** Whether this cell was run by a contender, synced. */
  boolean has(String contender, Cell cell) {
    return all.stream()
        .anyMatch(
            outcome ->
                outcome.contender().equals(contender)
                    && outcome.setting() == Setting.FSYNC
                    && outcome.cell().equals(cell));
  }

  List<Outcome> all() {
    return List.copyOf(all);
  }

  /**
   * The fastest of those of a contender's outcomes that were measured for longest; none when these
   * failed, because a brief success doesn't make up for that.
   */
  Optional<Outcome> best(String contender, Query query) {
    List<Outcome> asked =
        all.stream()
            .filter(outcome -> outcome.contender().equals(contender))
            .filter(query::matches)
            .toList();
    var longest = asked.stream().map(outcome -> outcome.cell().measured()).max(naturalOrder());
    return asked.stream()
        .filter(outcome -> outcome.cell().measured().equals(longest.orElseThrow()))
        .filter(outcome -> outcome.perSecond() > 0)
        .max(Comparator.comparingDouble(Outcome::perSecond));
  }

  /** The fastest of several contenders, each at its best. */
  Optional<Outcome> best(Collection<String> contenders, Query query) {
    return ranking(contenders, query).stream().findFirst();
  }

  /** The fastest first; without those of whom nothing is known. */
  List<Outcome> ranking(Collection<String> contenders, Query query) {
    return contenders.stream()
        .flatMap(contender -> best(contender, query).stream())
        .sorted(Comparator.comparingDouble(Outcome::perSecond).reversed())
        .toList();
  }

  /** Which outcomes. */
  record Query(Setting setting, Job job, int batch, Predicate<Outcome> further) {
    /** Of all callers, over any number of connections. */
    static Query of(Setting setting, Job job, int batch) {
      return new Query(setting, job, batch, outcome -> outcome.cell().callers() > 1);
    }

    static Query alone(Setting setting, Job job) {
      return new Query(setting, job, 1, outcome -> outcome.cell().callers() == 1);
    }

    Query over(int connections) {
      return new Query(
          setting,
          job,
          batch,
          outcome -> further.test(outcome) && outcome.cell().connections() == connections);
    }

    boolean matches(Outcome outcome) {
      return outcome.setting() == setting
          && outcome.cell().job().equals(job)
          && outcome.cell().batch() == batch
          && further.test(outcome);
    }
  }
}
