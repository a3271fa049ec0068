package dev.millrace.http;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.StagesReply;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.api.v1.StatsRequest;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** A service with few calls: what becomes of a lease is decided by the test. */
final class EchoService extends MillraceGrpc.MillraceImplBase {
  final BlockingQueue<ServerCallStreamObserver<LeaseReply>> leases = new LinkedBlockingQueue<>();
  final BlockingQueue<BatchRequest> batches = new LinkedBlockingQueue<>();
  final CompletableFuture<Void> cancelled = new CompletableFuture<>();

  @Override
  public void lease(LeaseRequest request, StreamObserver<LeaseReply> observer) {
    var call = (ServerCallStreamObserver<LeaseReply>) observer;
    call.setOnCancelHandler(() -> cancelled.complete(null));
    leases.add(call);
  }

  @Override
  public void batch(BatchRequest request, StreamObserver<BatchReply> observer) {
    batches.add(request);
    answer(observer, BatchReply.getDefaultInstance());
  }

  @Override
  public void getPolicies(GetPoliciesRequest request, StreamObserver<GetPoliciesReply> observer) {
    answer(observer, GetPoliciesReply.newBuilder().setVersion(7).build());
  }

  @Override
  public void stages(StagesRequest request, StreamObserver<StagesReply> observer) {
    observer.onError(Status.PERMISSION_DENIED.withDescription("not for you").asRuntimeException());
  }

  @Override
  public void stats(StatsRequest request, StreamObserver<StatsReply> observer) {
    answer(observer, StatsReply.newBuilder().setMatching(3).build());
  }

  private static <T> void answer(StreamObserver<T> observer, T reply) {
    observer.onNext(reply);
    observer.onCompleted();
  }
}
