package dev.millrace.node.wire;

import dev.millrace.api.v1.DeleteQueueReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply.Deleted;
import dev.millrace.queue.RequestId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletion of whole queues. */
final class DeleteAdapter {
  private static final int SAMPLE_MAX = 1000;
  private static final String META_CHARACTERS = "\\.+*?()|[]{}^$";

  private DeleteAdapter() {}

  /**
   * The command. Over all groups it is made for one slot that has them all; {@link DeleteCall}
   * divides it.
   */
  static Command command(DeleteQueueRequest request) {
    RequestId id = RequestAdapter.id(request.hasRequest(), request.getRequest());
    return switch (request.getTargetCase()) {
      case QUEUE -> {
        QueueName queue = QueueAdapter.name(true, request.getQueue());
        yield request.getDryRun()
            ? new Command.DeleteMatching(exactly(queue), 0, true, null)
            : new Command.DeleteQueue(queue, id);
      }
      case PATTERN -> matching(request, id);
      case TARGET_NOT_SET -> throw QueueException.invalid("neither a queue nor a pattern is given");
    };
  }

  /** A filter that only one name passes. */
  private static NameFilter exactly(QueueName queue) {
    StringBuilder pattern = new StringBuilder();
    for (char c : queue.name().toCharArray()) {
      if (META_CHARACTERS.indexOf(c) >= 0) {
        pattern.append('\\');
      }
      pattern.append(c);
    }
    return new NameFilter(queue.group(), NamePattern.of(pattern.toString()));
  }

  private static Command matching(DeleteQueueRequest request, @Nullable RequestId id) {
    NameFilter names = QueueAdapter.filter(true, request.getPattern());
    if (request.getDryRun()) {
      return new Command.DeleteMatching(names, 0, true, null);
    }
    if (!request.hasExpectedQueues()) {
      throw QueueException.invalid("a pattern needs expected_queues; dry_run tells how many match");
    }
    if (names.group() == null && id != null) {
      throw QueueException.invalid("a request id holds in one group, not in all_groups");
    }
    return new Command.DeleteMatching(names, request.getExpectedQueues(), false, id);
  }

  static Deleted merge(Deleted one, Deleted other) {
    List<QueueStats> sample = new ArrayList<>(one.sample());
    sample.addAll(other.sample());
    sample.sort(Comparator.comparing(QueueStats::queue));
    return new Deleted(
        List.copyOf(sample.subList(0, Math.min(sample.size(), SAMPLE_MAX))),
        one.queues() + other.queues(),
        one.tasks() + other.tasks());
  }

  /** The reply about a queue or the queues of one group; a queue must have been there. */
  static DeleteQueueReply reply(DeleteQueueRequest request, Deleted deleted) {
    if (request.hasQueue() && deleted.queues() == 0) {
      throw new QueueException(
          new Problem(ErrorCode.NOT_FOUND, "there is no queue " + request.getQueue().getName()));
    }
    return reply(deleted);
  }

  static DeleteQueueReply reply(Deleted deleted) {
    DeleteQueueReply.Builder reply =
        DeleteQueueReply.newBuilder().setQueues(deleted.queues()).setTasks(deleted.tasks());
    deleted.sample().forEach(stats -> reply.addDeleted(SurveyAdapter.size(stats)));
    return reply.build();
  }
}
