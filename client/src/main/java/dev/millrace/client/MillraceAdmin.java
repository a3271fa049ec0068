package dev.millrace.client;

import dev.millrace.api.v1.BackupReply;
import dev.millrace.api.v1.BackupRequest;
import dev.millrace.api.v1.DeleteQueueReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.GetReply;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.PauseQueueReply;
import dev.millrace.api.v1.PauseQueueRequest;
import dev.millrace.api.v1.PeekReply;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.RenewAllReply;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.api.v1.ResumeQueueReply;
import dev.millrace.api.v1.ResumeQueueRequest;
import dev.millrace.api.v1.SetPoliciesReply;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.api.v1.StatsRequest;
import io.grpc.MethodDescriptor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;

/**
 * Calls that look at queues and look after them. Those that may be executed twice without harm are
 * repeated when the server is overloaded or the connection broken; the others are not.
 */
public final class MillraceAdmin {
  private final Connections connections;
  private final long timeoutNanos;

  MillraceAdmin(Connections connections, long timeoutNanos) {
    this.connections = connections;
    this.timeoutNanos = timeoutNanos;
  }

  /** One task, in whatever state. */
  public GetReply get(GetRequest request) {
    return await(getAsync(request));
  }

  public CompletableFuture<GetReply> getAsync(GetRequest request) {
    return start(MillraceGrpc.getGetMethod(), request, true);
  }

  /** Tasks of one queue in PID order, without leasing them. */
  public PeekReply peek(PeekRequest request) {
    return await(peekAsync(request));
  }

  public CompletableFuture<PeekReply> peekAsync(PeekRequest request) {
    return start(MillraceGrpc.getPeekMethod(), request, true);
  }

  /** The queues that hold tasks or are paused. */
  public ListQueuesReply listQueues(ListQueuesRequest request) {
    return await(listQueuesAsync(request));
  }

  public CompletableFuture<ListQueuesReply> listQueuesAsync(ListQueuesRequest request) {
    return start(MillraceGrpc.getListQueuesMethod(), request, true);
  }

  /** Exact sizes, rates and lease times of queues. */
  public StatsReply stats(StatsRequest request) {
    return await(statsAsync(request));
  }

  public CompletableFuture<StatsReply> statsAsync(StatsRequest request) {
    return start(MillraceGrpc.getStatsMethod(), request, true);
  }

  /**
   * Deletes a queue, or all that match a pattern, with all their tasks. Repeated only if it has a
   * {@code RequestId}.
   */
  public DeleteQueueReply deleteQueue(DeleteQueueRequest request) {
    return await(deleteQueueAsync(request));
  }

  public CompletableFuture<DeleteQueueReply> deleteQueueAsync(DeleteQueueRequest request) {
    return start(MillraceGrpc.getDeleteQueueMethod(), request, request.hasRequest());
  }

  /** Stops granting leases on a queue. */
  public PauseQueueReply pauseQueue(PauseQueueRequest request) {
    return await(pauseQueueAsync(request));
  }

  public CompletableFuture<PauseQueueReply> pauseQueueAsync(PauseQueueRequest request) {
    return start(MillraceGrpc.getPauseQueueMethod(), request, true);
  }

  /** Grants leases on a paused queue again. */
  public ResumeQueueReply resumeQueue(ResumeQueueRequest request) {
    return await(resumeQueueAsync(request));
  }

  public CompletableFuture<ResumeQueueReply> resumeQueueAsync(ResumeQueueRequest request) {
    return start(MillraceGrpc.getResumeQueueMethod(), request, true);
  }

  /** Renews every unexpired lease of a holder. */
  public RenewAllReply renewAll(RenewAllRequest request) {
    return await(renewAllAsync(request));
  }

  public CompletableFuture<RenewAllReply> renewAllAsync(RenewAllRequest request) {
    return start(MillraceGrpc.getRenewAllMethod(), request, true);
  }

  /** The policy document. */
  public GetPoliciesReply getPolicies() {
    return await(getPoliciesAsync());
  }

  public CompletableFuture<GetPoliciesReply> getPoliciesAsync() {
    return start(
        MillraceGrpc.getGetPoliciesMethod(), GetPoliciesRequest.getDefaultInstance(), true);
  }

  /** Replaces the policy document if it still has the expected version. */
  public SetPoliciesReply setPolicies(SetPoliciesRequest request) {
    return await(setPoliciesAsync(request));
  }

  public CompletableFuture<SetPoliciesReply> setPoliciesAsync(SetPoliciesRequest request) {
    return start(MillraceGrpc.getSetPoliciesMethod(), request, false);
  }

  /** Adds a backup to the server's own directory of backups. */
  public BackupReply backup() {
    return await(backupAsync());
  }

  public CompletableFuture<BackupReply> backupAsync() {
    return start(MillraceGrpc.getBackupMethod(), BackupRequest.getDefaultInstance(), false);
  }

  private <Q, R> CompletableFuture<R> start(
      MethodDescriptor<Q, R> method, Q request, boolean isRepeatable) {
    return new UnaryCall<>(
            connections.ofThread(),
            new Backoff(RandomGenerator.getDefault()),
            method,
            request,
            isRepeatable,
            System.nanoTime() + timeoutNanos)
        .start();
  }

  private <R> R await(CompletableFuture<R> reply) {
    Connections.checkMayWait(connections.ofThread());
    try {
      return reply.get();
    } catch (ExecutionException e) {
      throw Connections.atCaller(e);
    } catch (InterruptedException e) {
      throw Connections.interrupted();
    }
  }
}
