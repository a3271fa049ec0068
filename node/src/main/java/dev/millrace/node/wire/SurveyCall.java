package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.wire.SurveyAdapter.Page;
import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page of queues, from the slot of a group or merged from all slots. */
final class SurveyCall<R> {
  private final Survey survey;
  private final Function<Page, R> adapt;
  private final Recipient<R> to;

  // Used by one thread at a time, see Gather.
  private Surveyed merged = new Surveyed(List.of(), 0, Totals.ZERO);
  private @Nullable Problem problem;

  SurveyCall(Survey survey, Function<Page, R> adapt, Recipient<R> to) {
    this.survey = survey;
    this.adapt = adapt;
    this.to = to;
  }

  void start(CommandPath path, Caller caller) {
    // One queue more than the page has, to know whether another page follows.
    Survey oneMore =
        new Survey(
            survey.names(),
            survey.minTasks(),
            survey.maxTasks(),
            survey.order(),
            survey.maxQueues() + 1,
            survey.after(),
            survey.summed());
    List<Ask> asks = Gather.asks(path, survey.names(), oneMore);
    Gather.submit(path, caller, asks, to, this::take, this::reply);
  }

  private void take(Answer answer) {
    if (answer.reply() instanceof Failed(var why)) {
      problem = why;
    } else {
      Surveyed surveyed = Replies.of(answer, Surveyed.class);
      merged =
          new Surveyed(
              merge(merged.queues(), surveyed.queues()),
              merged.matching() + surveyed.matching(),
              merged.total().plus(surveyed.total()));
    }
  }

  private List<QueueStats> merge(List<QueueStats> one, List<QueueStats> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    Comparator<QueueStats> order =
        Comparator.comparing(survey.order()::keyOf, survey.order().comparator());
    int size = Math.min(one.size() + other.size(), survey.maxQueues() + 1);
    List<QueueStats> first = new ArrayList<>(size);
    int fromOne = 0;
    int fromOther = 0;
    while (first.size() < size) {
      boolean takesOne =
          fromOther == other.size()
              || (fromOne < one.size()
                  && order.compare(one.get(fromOne), other.get(fromOther)) <= 0);
      first.add(takesOne ? one.get(fromOne++) : other.get(fromOther++));
    }
    return first;
  }

  private void reply() {
    if (problem != null) {
      to.problem(problem);
    } else {
      to.reply(adapt.apply(page()));
    }
  }

  private Page page() {
    List<QueueStats> queues = merged.queues();
    if (queues.size() <= survey.maxQueues()) {
      return new Page(queues, merged.matching(), merged.total(), "");
    }
    List<QueueStats> page = queues.subList(0, survey.maxQueues());
    String next = PageToken.encode(survey.order(), survey.order().keyOf(page.getLast()));
    return new Page(page, merged.matching(), merged.total(), next);
  }
}
