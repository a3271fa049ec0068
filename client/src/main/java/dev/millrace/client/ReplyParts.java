package dev.millrace.client;

import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.UpdateReply;
import java.util.ArrayList;
import java.util.List;

/** What of a reply belongs to each of its callers, in their order. */
final class ReplyParts {
  /**
   * The server stops at 8 MiB: a reply of more than this that has fewer tasks than were asked for
   * doesn't say that there are no more.
   */
  static final int LARGE_BYTES = 4 << 20;

  private ReplyParts() {}

  /** Each has the results of its elements. */
  static List<UpdateReply> of(UpdateReply reply, WireCall call) {
    List<UpdateReply> replies = new ArrayList<>(call.callers.size());
    int end = 0;
    for (UpdatePart part : call.parts) {
      int start = end;
      end += part.elements();
      if (part.isRun()) {
        addOfRun(reply, start, part, replies);
      } else {
        var own = UpdateReply.newBuilder().setWitness(reply.getWitness());
        for (int i = start; i < end; i++) {
          own.addResults(reply.getResults(i));
        }
        replies.add(own.build());
      }
    }
    return replies;
  }

  private static void addOfRun(
      UpdateReply reply, int place, UpdatePart part, List<UpdateReply> replies) {
    ElementResult run = reply.getResults(place);
    int task = 0;
    for (PendingCall<?> caller : part.callers()) {
      var own = UpdateReply.newBuilder().setWitness(reply.getWitness());
      for (int i = 0; i < caller.elements; i++) {
        own.addResults(FifoRun.result(run, task));
        task++;
      }
      replies.add(own.build());
    }
  }

  /** The first have as many tasks as they may have, the last what is left. */
  static List<LeaseReply> of(LeaseReply reply, WireCall call) {
    List<LeaseReply> parts = new ArrayList<>(call.callers.size());
    int end = 0;
    for (PendingCall<?> caller : call.callers) {
      int start = end;
      end = (int) Math.min(reply.getTasksCount(), (long) start + caller.tasksMax);
      parts.add(
          start == end
              ? LeaseReply.getDefaultInstance()
              : LeaseReply.newBuilder()
                  .addAllTasks(reply.getTasksList().subList(start, end))
                  .addAllWitnesses(reply.getWitnessesList())
                  .build());
    }
    return parts;
  }

  /** Whether those who got no task may get one if they ask again. */
  static boolean mayHaveMore(LeaseReply reply) {
    return reply.getTasksCount() > 0 && reply.getSerializedSize() > LARGE_BYTES;
  }
}
