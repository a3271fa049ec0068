package dev.millrace.client;

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
    List<UpdateReply> parts = new ArrayList<>(call.callers.size());
    int end = 0;
    for (PendingCall<?> caller : call.callers) {
      var part = UpdateReply.newBuilder().setWitness(reply.getWitness());
      for (int start = end; end < start + caller.elements; end++) {
        part.addResults(reply.getResults(end));
      }
      parts.add(part.build());
    }
    return parts;
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
