package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.wire.SurveyAdapter.Page;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Ranked;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Totals;
import dev.millrace.queue.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of queues that begins anywhere. First every slot tells where its queues stand; then those
 * with queues on the page show them. One that is gone by then is left out.
 */
final class RankCall<R> {
  private final CommandPath path;
  private final Caller caller;
  private final Survey survey;
  private final long skip;
  private final Function<Page, R> adapt;
  private final Recipient<R> to;

  // Used by one thread at a time, see Gather.
  private final List<QueueOrder.Key> keys = new ArrayList<>();
  private final Map<QueueName, QueueStats> shown = new HashMap<>();
  private Totals total = Totals.ZERO;
  private @Nullable Problem problem;

  /**
   * @param survey of the first page
   * @param skip queues before the page
   */
  RankCall(
      CommandPath path,
      Caller caller,
      Survey survey,
      long skip,
      Function<Page, R> adapt,
      Recipient<R> to) {
    this.path = path;
    this.caller = caller;
    this.survey = survey;
    this.skip = skip;
    this.adapt = adapt;
    this.to = to;
  }

  void start() {
    List<Ask> asks = Gather.asks(path, survey.names(), new Command.Rank(survey));
    Gather.submit(path, caller, asks, to, this::takeRanks, this::endRanks);
  }

  private void takeRanks(Answer answer) {
    if (answer.reply() instanceof Failed(var why)) {
      problem = why;
    } else {
      Ranked ranked = Replies.of(answer, Ranked.class);
      keys.addAll(ranked.keys());
      total = total.plus(ranked.total());
    }
  }

  private void endRanks() {
    if (problem != null) {
      to.problem(problem);
      return;
    }
    // One queue more than the page has, to know whether another page follows.
    List<QueueOrder.Key> page =
        new Ranking(keys, survey.order()).from(skip, survey.maxQueues() + 1);
    long matching = keys.size();
    keys.clear();
    boolean isLast = page.size() <= survey.maxQueues();
    List<QueueOrder.Key> places = isLast ? page : page.subList(0, survey.maxQueues());
    String next = isLast ? "" : PageToken.encode(survey.order(), places.getLast());
    Gather.submit(
        path, caller, shows(places), to, this::takeShown, () -> reply(places, matching, next));
  }

  private List<Ask> shows(List<QueueOrder.Key> places) {
    Map<Integer, List<QueueName>> bySlot = new TreeMap<>();
    for (QueueOrder.Key place : places) {
      QueueName queue = place.queue();
      int slot = Slot.of(queue.group(), path.slots());
      bySlot.computeIfAbsent(slot, _ -> new ArrayList<>()).add(queue);
    }
    return bySlot.entrySet().stream()
        .map(one -> new Ask(one.getKey(), new Command.Show(one.getValue()), Durability.FSYNC))
        .toList();
  }

  private void takeShown(Answer answer) {
    if (answer.reply() instanceof Failed(var why)) {
      problem = why;
    } else {
      Replies.of(answer, Surveyed.class).queues().forEach(stats -> shown.put(stats.queue(), stats));
    }
  }

  private void reply(List<QueueOrder.Key> places, long matching, String next) {
    if (problem != null) {
      to.problem(problem);
    } else {
      List<QueueStats> queues =
          places.stream().map(place -> shown.get(place.queue())).filter(Objects::nonNull).toList();
      to.reply(adapt.apply(new Page(queues, matching, total, next)));
    }
  }
}
