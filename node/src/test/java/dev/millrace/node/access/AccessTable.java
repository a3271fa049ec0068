package dev.millrace.node.access;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.millrace.api.v1.BackupRequest;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.Condition;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.Move;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.PauseQueueRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Release;
import dev.millrace.api.v1.Renew;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.api.v1.ResumeQueueRequest;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.TaskName;
import dev.millrace.api.v1.UpdateRequest;
import java.util.List;
import java.util.Set;

/**
 * Every call of the protocol, and the verbs that it takes on its queue: the table of
 * docs/security.md, for whatever door the call comes through. A new call needs a row.
 */
public final class AccessTable {
  /** The queue of all rows. */
  public static final String QUEUE = "q";

  private static final Queue NAME = Queue.newBuilder().setName(QUEUE).build();
  private static final ByteString PID = ByteString.copyFromUtf8("p");

  private AccessTable() {}

  /**
   * A call.
   *
   * @param method its name in the service
   * @param needs all of these verbs
   * @param isServer needed for every queue, because it is about the server
   */
  public record Row(String method, Message request, Set<Verb> needs, boolean isServer) {
    @Override
    public String toString() {
      return method + " " + request.toString().replaceAll("\\s+", " ");
    }
  }

  public static List<Row> rows() {
    return List.of(
        row("Update", update(enqueue()), Verb.ENQUEUE),
        row("Update", update(enqueueIf()), Verb.ENQUEUE, Verb.LIST),
        row("Update", update(dequeue(7)), Verb.COMPLETE),
        row("Update", update(cancel()), Verb.DELETE, Verb.LIST),
        row("Update", update(renew()), Verb.COMPLETE),
        row("Update", update(release()), Verb.COMPLETE),
        row("Update", update(move(true)), Verb.COMPLETE, Verb.ENQUEUE),
        row("Update", update(move(false)), Verb.DELETE, Verb.LIST, Verb.ENQUEUE),
        row("Update", update(expect()), Verb.LIST),
        row("Update", update(enqueue(), dequeue(7)), Verb.ENQUEUE, Verb.COMPLETE),
        row("Lease", LeaseRequest.newBuilder().addQueues(NAME).build(), Verb.LEASE),
        row("Lease", LeaseRequest.newBuilder().setPattern(pattern()).build(), Verb.LEASE),
        row("Get", GetRequest.newBuilder().setQueue(NAME).setPid(PID).build(), Verb.LIST),
        row("Peek", PeekRequest.newBuilder().setQueue(NAME).build(), Verb.LIST),
        row("ListQueues", ListQueuesRequest.getDefaultInstance(), Verb.LIST),
        row("Stats", StatsRequest.getDefaultInstance(), Verb.LIST),
        row(
            "DeleteQueue",
            DeleteQueueRequest.newBuilder().setQueue(NAME).build(),
            Verb.DELETE,
            Verb.LIST),
        row(
            "DeleteQueue",
            DeleteQueueRequest.newBuilder().setPattern(pattern()).setDryRun(true).build(),
            Verb.DELETE,
            Verb.LIST),
        row(
            "DeleteQueue",
            DeleteQueueRequest.newBuilder()
                .setPattern(pattern().toBuilder().setAllGroups(true))
                .setExpectedQueues(1)
                .build(),
            Verb.DELETE,
            Verb.LIST),
        row("PauseQueue", PauseQueueRequest.newBuilder().setQueue(NAME).build(), Verb.ADMIN),
        row("ResumeQueue", ResumeQueueRequest.newBuilder().setQueue(NAME).build(), Verb.ADMIN),
        row("RenewAll", RenewAllRequest.newBuilder().setHolder("h").build(), Verb.COMPLETE),
        server("GetPolicies", GetPoliciesRequest.getDefaultInstance()),
        server("SetPolicies", SetPoliciesRequest.getDefaultInstance()),
        server("Backup", BackupRequest.getDefaultInstance()),
        server("Stages", StagesRequest.getDefaultInstance()),
        row("Batch", batch(update(enqueue())), Verb.ENQUEUE),
        row("Batch", batch(update(traced())), Verb.ENQUEUE),
        row("Batch", leases(), Verb.LEASE),
        row("Stream", batch(update(enqueue())), Verb.ENQUEUE),
        row("Stream", leases(), Verb.LEASE));
  }

  private static Row row(String method, Message request, Verb... needs) {
    return new Row(method, request, Set.of(needs), false);
  }

  private static Row server(String method, Message request) {
    return new Row(method, request, Set.of(Verb.ADMIN), true);
  }

  private static Pattern pattern() {
    return Pattern.newBuilder().setRegex(".*").build();
  }

  private static UpdateRequest update(Element... elements) {
    return UpdateRequest.newBuilder().addAllElements(List.of(elements)).build();
  }

  private static BatchRequest batch(UpdateRequest update) {
    return BatchRequest.newBuilder().addCalls(Call.newBuilder().setUpdate(update)).build();
  }

  private static BatchRequest leases() {
    return BatchRequest.newBuilder()
        .addCalls(Call.newBuilder().setLease(LeaseRequest.newBuilder().addQueues(NAME)))
        .build();
  }

  private static Element enqueue() {
    return Element.newBuilder().setEnqueue(Enqueue.newBuilder().setQueue(NAME)).build();
  }

  private static Element traced() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 a=1";
    return Element.newBuilder()
        .setEnqueue(Enqueue.newBuilder().setQueue(NAME).setTrace(trace))
        .build();
  }

  private static Element enqueueIf() {
    return Element.newBuilder()
        .setEnqueue(
            Enqueue.newBuilder()
                .setQueue(NAME)
                .setOnlyIf(Condition.newBuilder().setQueueEmpty(NAME)))
        .build();
  }

  private static Element dequeue(long lease) {
    return Element.newBuilder()
        .setDequeue(Dequeue.newBuilder().setQueue(NAME).setPid(PID).setLease(lease))
        .build();
  }

  private static Element cancel() {
    return Element.newBuilder().setDequeue(Dequeue.newBuilder().setQueue(NAME).setPid(PID)).build();
  }

  private static Element renew() {
    return Element.newBuilder()
        .setRenew(Renew.newBuilder().setQueue(NAME).setPid(PID).setLease(7))
        .build();
  }

  private static Element release() {
    return Element.newBuilder()
        .setRelease(Release.newBuilder().setQueue(NAME).setPid(PID).setLease(7))
        .build();
  }

  private static Element move(boolean isLeased) {
    Move.Builder move = Move.newBuilder().setQueue(NAME).setPid(PID).setToFifo(true);
    return Element.newBuilder().setMove(isLeased ? move.setLease(7) : move).build();
  }

  private static Element expect() {
    return Element.newBuilder()
        .setExpect(
            Condition.newBuilder().setTaskAbsent(TaskName.newBuilder().setQueue(NAME).setPid(PID)))
        .build();
  }
}
