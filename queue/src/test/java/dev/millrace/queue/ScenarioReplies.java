package dev.millrace.queue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Replies as lines of a scenario. Times are counted from its start. */
final class ScenarioReplies {
  private final ScenarioAliases aliases;

  ScenarioReplies(ScenarioAliases aliases) {
    this.aliases = aliases;
  }

  List<String> linesOf(Reply reply) {
    return switch (reply) {
      case Reply.Updated(var results) -> results.stream().map(this::line).toList();
      case Reply.Granted(var tasks) ->
          orNothing(tasks.stream().map(one -> leased(one.queue(), one.task())));
      case Reply.Found(_, var task) -> List.of(line(task));
      case Reply.Peeked peeked ->
          orNothing(
              Stream.concat(
                  peeked.tasks().stream().map(this::line),
                  peeked.more() ? Stream.of("more") : Stream.empty()));
      case Reply.Surveyed(var queues, _, _) ->
          orNothing(queues.stream().map(ScenarioReplies::line));
      case Reply.Ranked(var keys, _) -> List.of("ranked " + keys.size());
      case Reply.Deleted(_, long queues, long tasks) ->
          List.of("queues %d, tasks %d".formatted(queues, tasks));
      case Reply.Paused(boolean was) -> List.of(was ? "was paused" : "was not paused");
      case Reply.RenewedAll(long renewed) -> List.of("renewed " + renewed);
      case Reply.Policies(var document) -> List.of("version " + document.version());
      case Reply.Done() -> List.of();
      case Reply.Failed(var problem) ->
          List.of(
              problem.element() == Problem.NO_ELEMENT
                  ? problem.code().name()
                  : "%s at element %d".formatted(problem.code(), problem.element()));
    };
  }

  private static List<String> orNothing(Stream<String> lines) {
    List<String> list = lines.toList();
    return list.isEmpty() ? List.of("nothing") : list;
  }

  private String line(ElementResult result) {
    return switch (result) {
      case ElementResult.Created(var pid) -> "created " + aliases.of(pid);
      case ElementResult.CreatedAll(var first, int tasks) ->
          "created %d from %s on".formatted(tasks, aliases.of(first));
      case ElementResult.Collapsed(var pid, var existing) ->
          "collapsed %s, which is %s".formatted(aliases.of(pid), lower(existing));
      case ElementResult.Replaced(var pid, var existing) ->
          "replaced %s, which was %s".formatted(aliases.of(pid), lower(existing));
      case ElementResult.RunsAgain(var pid) -> "runs again " + aliases.of(pid);
      case ElementResult.Skipped() -> "skipped";
      case ElementResult.Removed(var pid) -> "removed " + aliases.of(pid);
      case ElementResult.Requeued(var pid) -> "requeued " + aliases.of(pid);
      case ElementResult.Renewed(var pid, long until) ->
          "renewed %s until %s".formatted(aliases.of(pid), time(until));
      case ElementResult.Released(var pid, long until) ->
          "released " + aliases.of(pid) + (until == 0 ? "" : ", delayed until " + time(until));
      case ElementResult.DeadLettered(var queue, var pid) ->
          "dead-lettered to %s %s".formatted(queue, aliases.of(pid));
      case ElementResult.Moved(var queue, var pid) ->
          "moved to %s %s".formatted(queue, aliases.of(pid));
      case ElementResult.Holds() -> "holds";
    };
  }

  private static String lower(TaskState.Kind kind) {
    return switch (kind) {
      case AVAILABLE -> "available";
      case LEASED -> "leased";
      case DELAYED -> "delayed";
    };
  }

  private String leased(QueueName queue, Task task) {
    long until = ((TaskState.Leased) task.state()).untilMillis();
    return "%s %s %s %s until %s%s"
        .formatted(
            aliases.of(task.lease()),
            queue,
            aliases.of(task.pid()),
            quoted(task),
            time(until),
            past(task));
  }

  private String line(Task task) {
    String state =
        switch (task.state()) {
          case TaskState.Available() -> "available";
          case TaskState.Delayed(long until) -> "delayed until " + time(until);
          case TaskState.Leased(var holder, _, long until) ->
              "leased by %s until %s".formatted(holder.name(), time(until));
        };
    return "%s %s, %s%s".formatted(aliases.of(task.pid()), quoted(task), state, past(task));
  }

  private static String quoted(Task task) {
    return '"' + new String(task.data().bytes(), StandardCharsets.UTF_8) + '"';
  }

  private static String past(Task task) {
    Task.Past past = task.past();
    String attempts =
        past.attempts() == 0 ? "" : ", attempts %d (%s)".formatted(past.attempts(), past.failure());
    return past.deadFrom() == null ? attempts : attempts + ", from " + past.deadFrom();
  }

  private static String line(QueueStats stats) {
    return "%s: available %d, leased %d, delayed %d, entered %d, left %d, generation %d%s"
        .formatted(
            stats.queue(),
            stats.available(),
            stats.leased(),
            stats.delayed(),
            stats.entered(),
            stats.left(),
            stats.generation(),
            stats.paused() ? ", paused" : "");
  }

  static String time(long millis) {
    long since = millis - SlotFixture.START_MILLIS;
    return since % 1000 == 0 ? "+%ds".formatted(since / 1000) : "+%dms".formatted(since);
  }
}
