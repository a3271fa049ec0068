package dev.millrace.http;

import com.google.protobuf.Message;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Release;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What to do about a reply that never left: the tasks that it hands out are released, so that
 * nobody waits for the end of a lease that its holder doesn't know of.
 */
final class GiveBack {
  /** Calls of one batch. */
  private static final int CALLS_MAX = 1000;

  private GiveBack() {}

  /** Releases what a reply hands out, in the name of who asked for it. */
  static void start(Message reply, Asker asker, Surroundings around, Executor loop) {
    for (BatchRequest release : of(reply)) {
      var _ =
          CallUnderWay.start(
              around.ownChannel(), Rpc.named("Batch"), release, asker.metadata(), loop, _ -> {});
    }
  }

  /** The releases, each for itself: one that fails must not undo the others. */
  static List<BatchRequest> of(Message reply) {
    List<BatchRequest> batches = new ArrayList<>();
    BatchRequest.Builder batch = BatchRequest.newBuilder();
    for (Task task : granted(reply)) {
      if (batch.getCallsCount() == CALLS_MAX) {
        batches.add(batch.build());
        batch.clear();
      }
      batch.addCalls(Call.newBuilder().setUpdate(release(task)));
    }
    if (batch.getCallsCount() > 0) {
      batches.add(batch.build());
    }
    return batches;
  }

  private static List<Task> granted(Message reply) {
    return switch (reply) {
      case LeaseReply lease -> lease.getTasksList();
      case BatchReply batch ->
          batch.getRepliesList().stream()
              .flatMap(one -> one.getLease().getTasksList().stream())
              .toList();
      default -> List.of();
    };
  }

  private static UpdateRequest release(Task task) {
    return UpdateRequest.newBuilder()
        .addElements(
            Element.newBuilder()
                .setRelease(
                    Release.newBuilder()
                        .setQueue(task.getQueue())
                        .setPid(task.getPid())
                        .setLease(task.getLease())))
        .build();
  }
}
