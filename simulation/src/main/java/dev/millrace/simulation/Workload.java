package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Limits;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.TaskName;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Draws the commands of a run, biased to collisions. Each run has its own taste, so that rare
 * mixtures occur too.
 */
final class Workload {
  private static final List<NamePattern> PATTERNS =
      Stream.of(".*", "a.*", "[ab]", "b", "ring.*", "nothing").map(NamePattern::of).toList();

  /** A survey of so many queues becomes another look: the dice fall as they always did. */
  private static final int RANK_QUEUES = 9;

  private static final int SHOW_QUEUES = 8;

  /** All but those by rates, which the model doesn't know. */
  private static final List<QueueOrder.By> ORDERS =
      List.of(
          QueueOrder.By.NAME,
          QueueOrder.By.TASKS,
          QueueOrder.By.AVAILABLE,
          QueueOrder.By.LEASED,
          QueueOrder.By.DELAYED,
          QueueOrder.By.HEAD_AGE);

  private static final List<String> HOLDERS = List.of("h1", "h2", "");
  private static final List<String> CLIENTS = List.of("c1", "c2");

  private final Dice dice;
  private final Limits limits;
  private final Vocabulary names;
  private final Knowledge knowledge;
  private final UpdateWorkload updates;
  private final PolicyWorkload policies;

  /** How often each kind of command is drawn. */
  private final Map<Kinds, Integer> weights = new EnumMap<>(Kinds.class);

  /** How long leases usually are. */
  private final long leaseMillis;

  private final double requestShare;
  private final double quietShare;

  private enum Kinds {
    UPDATE(50),
    LEASE(30),
    GIVE_BACK(2),
    GET(2),
    PEEK(4),
    SURVEY(3),
    DELETE(2),
    DELETE_MATCHING(2),
    PAUSE(3),
    RENEW_ALL(4),
    GET_POLICIES(1),
    SET_POLICIES(3),
    REPEAT(8);

    private final int usual;

    Kinds(int usual) {
      this.usual = usual;
    }
  }

  /** A command and the slot that it is for. */
  record Call(int slot, Command command) {}

  Workload(Dice dice, Limits limits, Vocabulary names, Knowledge knowledge) {
    this.dice = dice;
    this.limits = limits;
    this.names = names;
    this.knowledge = knowledge;
    this.updates = new UpdateWorkload(dice, limits, names, knowledge);
    this.policies = new PolicyWorkload(dice);
    for (Kinds kind : Kinds.values()) {
      weights.put(kind, kind.usual * dice.pick(1, 2, 2, 2, 4, 12) / 2 + 1);
    }
    leaseMillis = dice.pick(80, 80, 80, 2_000);
    requestShare = dice.pick(0.0, 0.2, 0.5, 0.9);
    quietShare = dice.pick(0.1, 0.3, 0.3, 0.6);
  }

  Call next() {
    return switch (dice.weighted(weights)) {
      case UPDATE -> update();
      case LEASE -> lease();
      case GIVE_BACK -> giveBack();
      case GET -> inSlotOf(anyQueue(), queue -> new Command.Get(queue, updates.pid(queue)));
      case PEEK -> inSlotOf(anyQueue(), this::peek);
      case SURVEY -> listing(dice.below(Vocabulary.SLOTS), survey());
      case DELETE ->
          inSlotOf(
              dice.pick(names.wildQueues()), queue -> new Command.DeleteQueue(queue, request()));
      case DELETE_MATCHING -> deleteMatching();
      case PAUSE -> inSlotOf(anyQueue(), queue -> new Command.Pause(queue, dice.chance(0.4)));
      case RENEW_ALL -> new Call(dice.below(Vocabulary.SLOTS), renewAll());
      case GET_POLICIES -> new Call(0, new Command.GetPolicies());
      case SET_POLICIES -> new Call(0, setPolicies());
      case REPEAT -> repeat();
    };
  }

  private interface ForQueue {
    Command make(QueueName queue);
  }

  private static Call inSlotOf(QueueName queue, ForQueue command) {
    return new Call(Vocabulary.slotOf(queue.group()), command.make(queue));
  }

  private String group() {
    return dice.chance(quietShare) ? Vocabulary.QUIET : dice.pick(Vocabulary.WILD);
  }

  private QueueName anyQueue() {
    return queueOf(group());
  }

  private QueueName queueOf(String group) {
    return group.equals(Vocabulary.QUIET)
        ? dice.chance(0.7) ? dice.pick(Vocabulary.QUIET_QUEUES) : dice.pick(Vocabulary.RING)
        : dice.pick(names.wildQueues(group));
  }

  private @Nullable RequestId request() {
    return dice.chance(requestShare) ? knowledge.newRequest(dice, dice.pick(CLIENTS)) : null;
  }

  private Call update() {
    String group = group();
    List<Element> elements = group.equals(Vocabulary.QUIET) ? updates.quiet() : updates.wild(group);
    return new Call(Vocabulary.slotOf(group), new Command.Update(elements, request()));
  }

  private Call lease() {
    String group = group();
    Source source = dice.chance(0.35) ? matching(group) : list(group);
    int maxTasks = dice.chance(0.02) ? limits.leaseTasksMax() + 1 : (int) dice.between(1, 4);
    Pid maxPid = dice.chance(0.2) ? dice.pick(Vocabulary.PIDS) : null;
    long waitMillis = dice.chance(0.35) ? dice.millis(1, 200) : 0;
    var lease =
        new Command.Lease(
            source, maxTasks, dice.millis(1, leaseMillis), maxPid, waitMillis, holder(), request());
    return new Call(Vocabulary.slotOf(group), lease);
  }

  private Source list(String group) {
    var queues = new ArrayList<QueueName>();
    for (int count = dice.weighted(50, 30, 20); count >= 0; count--) {
      queues.add(queueOf(group));
    }
    return new Source.Queues(queues);
  }

  private Source matching(String group) {
    String wanted = dice.chance(0.3) ? null : group;
    return new Source.Matching(new NameFilter(wanted, dice.pick(PATTERNS)));
  }

  private Holder holder() {
    return new Holder(dice.pick(HOLDERS), "host:1");
  }

  private Call giveBack() {
    String group = group();
    var held = knowledge.held(group);
    if (held.isEmpty()) {
      return lease();
    }
    long lease = dice.pick(held).lease();
    var tasks =
        held.stream()
            .filter(one -> one.lease() == lease)
            .map(one -> new TaskName(one.queue(), one.pid()))
            .toList();
    return new Call(Vocabulary.slotOf(group), new Command.GiveBack(lease, tasks));
  }

  private Command peek(QueueName queue) {
    return new Command.Peek(
        queue,
        dice.chance(0.7) ? Pid.EMPTY : dice.pick(Vocabulary.PIDS),
        dice.chance(0.2) ? dice.pick(Vocabulary.PIDS) : null,
        dice.chance(0.2) ? dice.pick(Vocabulary.PIDS) : null,
        dice.chance(0.3) ? dice.pick(Kind.values()) : null,
        (int) dice.between(1, 6));
  }

  /** A survey, or one of the two looks that a listing with a beginning elsewhere is made of. */
  private Call listing(int slot, Command.Survey survey) {
    return new Call(
        slot,
        switch (survey.maxQueues()) {
          case RANK_QUEUES -> new Command.Rank(survey);
          case SHOW_QUEUES -> new Command.Show(names.wildQueues(slot));
          default -> survey;
        });
  }

  private Command.Survey survey() {
    var order = new QueueOrder(dice.pick(ORDERS), dice.chance(0.5));
    QueueOrder.Key after =
        dice.chance(0.2) ? new QueueOrder.Key(dice.below(3), dice.pick(names.wildQueues())) : null;
    return new Command.Survey(
        filter(dice.chance(0.5) ? null : group()),
        dice.below(2),
        dice.chance(0.8) ? Long.MAX_VALUE : 2,
        order,
        (int) dice.between(1, 9),
        after);
  }

  private NameFilter filter(@Nullable String group) {
    return new NameFilter(group, dice.pick(PATTERNS));
  }

  private Call deleteMatching() {
    String group = dice.pick(Vocabulary.WILD);
    var delete =
        new Command.DeleteMatching(filter(group), dice.below(4), dice.chance(0.3), request());
    return new Call(Vocabulary.slotOf(group), delete);
  }

  private Command renewAll() {
    return new Command.RenewAll(
        dice.pick(HOLDERS),
        dice.millis(1, leaseMillis),
        dice.chance(0.5) ? null : dice.pick(names.groups()));
  }

  private Command setPolicies() {
    long version = dice.chance(0.85) ? knowledge.policiesVersion() : dice.below(3);
    return new Command.SetPolicies(version, policies.document());
  }

  /** A request that was sent before, whether or not an answer has come. */
  private Call repeat() {
    var sent = knowledge.sent();
    if (sent.isEmpty()) {
      return update();
    }
    var again = dice.pick(sent);
    return new Call(again.slot(), again.command());
  }
}
