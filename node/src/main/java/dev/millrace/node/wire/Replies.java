package dev.millrace.node.wire;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Reply;

/** The kind of reply that a command has when it succeeds. */
final class Replies {
  private Replies() {}

  /** The reply; a failure is thrown. */
  static <T extends Reply> T of(Answer answer, Class<T> kind) {
    return switch (answer.reply()) {
      case Reply.Failed(var problem) -> throw new QueueException(problem);
      case Reply reply when kind.isInstance(reply) -> kind.cast(reply);
      // What is kept of a request answers its repetition, whatever that one asks for.
      case Reply.Updated _, Reply.Granted _, Reply.Deleted _ ->
          throw QueueException.invalid("the request id was used for another kind of request");
      case Reply reply ->
          throw new IllegalStateException(
              "%s where %s was due"
                  .formatted(reply.getClass().getSimpleName(), kind.getSimpleName()));
    };
  }
}
