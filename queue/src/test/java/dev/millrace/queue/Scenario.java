package dev.millrace.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of a text, which are its lines that start with {@code >}, and writes what they
 * print behind each. Elements joined by {@code &} are one update.
 */
final class Scenario {
  private static final String PROMPT = "> ";

  private final SlotFixture slot = new SlotFixture();
  private final ScenarioAliases aliases = new ScenarioAliases();
  private final ScenarioReplies replies = new ScenarioReplies(aliases);
  private final Map<Long, String> waiting = new LinkedHashMap<>();
  private final List<Policy> policies = new ArrayList<>();

  /** The text with the output of its commands as it is now. */
  static String run(String text) {
    Scenario scenario = new Scenario();
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.isEmpty() || line.startsWith("#")) {
        lines.add(line);
      } else if (line.startsWith(PROMPT)) {
        lines.add(line);
        lines.addAll(scenario.execute(line.substring(PROMPT.length())));
      }
    }
    return String.join("\n", lines);
  }

  private List<String> execute(String line) {
    ScenarioWords words = ScenarioWords.of(line);
    return switch (words.take()) {
      case "tick" -> tick(words);
      case "pass" -> pass(words);
      case "crash" -> crash(words);
      case "policies" -> policies(line);
      case "lease" -> lease(words);
      case "peek" -> print(new Command.Peek(words.takeQueue(), Pid.EMPTY, null, null, null, 100));
      case "get" -> print(new Command.Get(words.takeQueue(), pid(words)));
      case "queues" -> print(survey(words));
      case "delete" -> print(delete(words));
      case "pause" -> print(new Command.Pause(words.takeQueue(), true));
      case "resume" -> print(new Command.Pause(words.takeQueue(), false));
      case "renew_all" ->
          print(
              new Command.RenewAll(
                  words.take(), words.time("for", SlotFixture.MINUTE).toMillis(), null));
      default -> print(update(line));
    };
  }

  /** What a command answered, and then whoever waited and was answered by it. */
  private List<String> print(Command command) {
    return printWith(replies.linesOf(slot.execute(command)));
  }

  private List<String> printWith(List<String> first) {
    List<String> lines = new ArrayList<>(first);
    for (Long caller : List.copyOf(waiting.keySet())) {
      if (!slot.isWaiting(caller)) {
        String name = waiting.remove(caller);
        replies.linesOf(slot.replyTo(caller)).forEach(line -> lines.add(name + ": " + line));
      }
    }
    return lines;
  }

  // ---- Time

  private List<String> tick(ScenarioWords words) {
    slot.pass(ScenarioWords.duration(words.take()));
    slot.tick();
    return printWith(List.of("at " + ScenarioReplies.time(slot.now())));
  }

  private List<String> pass(ScenarioWords words) {
    slot.pass(ScenarioWords.duration(words.take()));
    return List.of("at " + ScenarioReplies.time(slot.now()));
  }

  private List<String> crash(ScenarioWords words) {
    slot.pass(words.isAtEnd() ? Duration.ZERO : ScenarioWords.duration(words.take()));
    slot.crash();
    waiting.clear();
    return List.of("restored at " + ScenarioReplies.time(slot.now()));
  }

  // ---- Updates

  private Command update(String line) {
    List<Element> elements = ScenarioWords.partsOf(line).stream().map(this::element).toList();
    String request = ScenarioWords.of(line).option("request");
    return new Command.Update(elements, request == null ? null : request(request));
  }

  private static RequestId request(String text) {
    int slash = text.indexOf('/');
    return new RequestId(text.substring(0, slash), Long.parseLong(text.substring(slash + 1)));
  }

  private Element element(ScenarioWords words) {
    String verb = words.take();
    return switch (verb) {
      case "enqueue" -> enqueue(words);
      case "done" -> new Element.Dequeue(words.takeQueue(), pid(words), lease(words.take()));
      case "cancel" -> new Element.Dequeue(words.takeQueue(), pid(words), Task.NO_LEASE);
      case "renew" ->
          new Element.Renew(
              words.takeQueue(),
              pid(words),
              lease(words.take()),
              words.time("for", SlotFixture.MINUTE).toMillis());
      case "release" ->
          new Element.Release(
              words.takeQueue(),
              pid(words),
              lease(words.take()),
              words.start(),
              words.option("failed") != null,
              words.option("failed", ""));
      case "move" ->
          new Element.Move(
              words.takeQueue(),
              pid(words),
              lease(words.take()),
              words.takeQueue(),
              aliases.pid(words.take()),
              words.start(),
              words.option("reset") != null);
      case "expect" -> new Element.Expect(condition(words));
      default -> throw new IllegalArgumentException("no command: " + verb);
    };
  }

  private Element enqueue(ScenarioWords words) {
    String onlyIf = words.option("only_if");
    return new Element.Enqueue(
        words.takeQueue(),
        aliases.pid(words.take()),
        Payload.of(words.take()),
        words.start(),
        switch (words.option("conflict", "keep")) {
          case "keep" -> OnConflict.KEEP;
          case "replace" -> OnConflict.REPLACE;
          case "fail" -> OnConflict.FAIL;
          case "again" -> OnConflict.AGAIN;
          default -> throw new IllegalArgumentException("no such conflict");
        },
        onlyIf == null ? null : condition(ScenarioWords.of(onlyIf)));
  }

  private Condition condition(ScenarioWords words) {
    String kind = words.take();
    QueueName queue = words.takeQueue();
    return switch (kind) {
      case "empty" -> new Condition.QueueEmpty(queue);
      case "at_most" -> new Condition.QueueAtMost(queue, Long.parseLong(words.take()));
      case "exists" -> new Condition.TaskExists(queue, pid(words));
      case "absent" -> new Condition.TaskAbsent(queue, pid(words));
      default -> throw new IllegalArgumentException("no condition: " + kind);
    };
  }

  private Pid pid(ScenarioWords words) {
    return Objects.requireNonNull(aliases.pid(words.take()));
  }

  private long lease(String alias) {
    return aliases.lease(alias);
  }

  // ---- Leases and whole queues

  private List<String> lease(ScenarioWords words) {
    String source = words.take();
    String holder = words.option("by", "worker");
    String maxPid = words.option("max_pid");
    String request = words.option("request");
    SampleLease lease =
        (source.startsWith("~")
                ? SampleLease.matching(source.substring(1))
                : SampleLease.from(source.split(",", -1)))
            .max(words.number("n", 1))
            .lasting(words.time("for", SlotFixture.MINUTE))
            .waiting(words.time("wait", Duration.ZERO))
            .by(holder);
    SampleLease bounded = maxPid == null ? lease : lease.upTo(maxPid);
    RequestId id = request == null ? null : request(request);
    long caller = slot.submit(id == null ? bounded : bounded.request(id.client(), id.sequence()));
    if (slot.isWaiting(caller)) {
      waiting.put(caller, holder);
      return printWith(List.of(holder + " waits"));
    }
    return printWith(replies.linesOf(slot.replyTo(caller)));
  }

  private static NameFilter matching(String word) {
    return new NameFilter(null, NamePattern.of(word.substring(1)));
  }

  private static Command survey(ScenarioWords words) {
    QueueOrder.By by =
        switch (words.option("sort", "name")) {
          case "name" -> QueueOrder.By.NAME;
          case "tasks" -> QueueOrder.By.TASKS;
          default -> throw new IllegalArgumentException("no such order");
        };
    return new Command.Survey(
        words.isAtEnd() ? new NameFilter(null, NamePattern.ANY) : matching(words.take()),
        words.number("min", 0),
        Long.MAX_VALUE,
        new QueueOrder(by, words.option("descending") != null),
        words.number("max", 100),
        null);
  }

  private static Command delete(ScenarioWords words) {
    String queues = words.take();
    return queues.startsWith("~")
        ? new Command.DeleteMatching(
            matching(queues), words.number("expected", 0), words.option("dry_run") != null, null)
        : new Command.DeleteQueue(QueueName.of(queues), null);
  }

  // ---- Policies

  private List<String> policies(String line) {
    long version = ((Reply.Policies) slot.execute(new Command.GetPolicies())).document().version();
    policies.clear();
    for (ScenarioWords words : ScenarioWords.partsOf(line.substring("policies ".length()))) {
      policies.add(policy(words));
    }
    return print(new Command.SetPolicies(version, policies));
  }

  private static Policy policy(ScenarioWords words) {
    return new Policy(
        matching(words.take()),
        words.number("max_attempts", 0),
        backoff(words.option("backoff")),
        words.option("dead", ""),
        rate(words.option("rate")),
        words.number("max_leased", 0),
        words.number("max_tasks", 0),
        words.time("max_lease", Duration.ZERO).toMillis());
  }

  /** {@code 1s*2..60s}: initial, factor, max. */
  private static Policy.@Nullable Backoff backoff(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int star = text.indexOf('*');
    int dots = text.indexOf("..");
    return new Policy.Backoff(
        ScenarioWords.duration(text.substring(0, star)).toMillis(),
        Double.parseDouble(text.substring(star + 1, dots)),
        ScenarioWords.duration(text.substring(dots + 2)).toMillis());
  }

  /** {@code 2/s,10}: tokens a second, burst. */
  private static Policy.@Nullable RateLimit rate(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int unit = text.indexOf("/s,");
    return new Policy.RateLimit(
        Double.parseDouble(text.substring(0, unit)), Long.parseLong(text.substring(unit + 3)));
  }
}
