package dev.millrace.client;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.MillraceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;

/** A stream over gRPC. */
final class GrpcStream extends ClientCall.Listener<BatchReply> implements CallStream {
  private static final MethodDescriptor<CallMessage, BatchReply> STREAM =
      MillraceGrpc.getStreamMethod().toBuilder(
              CallMessage.MARSHALLER, MillraceGrpc.getStreamMethod().getResponseMarshaller())
          .build();

  private final EventLoop loop;
  private final Listener listener;
  private final ClientCall<CallMessage, BatchReply> call;

  private GrpcStream(EventLoop loop, Listener listener, ClientCall<CallMessage, BatchReply> call) {
    this.loop = loop;
    this.listener = listener;
    this.call = call;
  }

  static GrpcStream of(Channel channel, CallOptions options, EventLoop loop, Listener listener) {
    return new GrpcStream(loop, listener, channel.newCall(STREAM, options));
  }

  /** It may end before this returns. */
  void start() {
    call.start(this, new Metadata());
    // Replies are taken as they come: they were asked for, and what was asked for is bounded.
    call.request(Integer.MAX_VALUE);
  }

  @Override
  public boolean isReady() {
    return call.isReady();
  }

  @Override
  public void send(CallMessage message) {
    call.sendMessage(message);
  }

  @Override
  public void cancel() {
    call.cancel("the client is closed", null);
  }

  /** The transport calls on the loop's thread once it is connected, and on others before. */
  private void inLoop(Runnable action) {
    if (loop.inEventLoop()) {
      action.run();
    } else {
      loop.execute(action);
    }
  }

  @Override
  public void onMessage(BatchReply message) {
    listener.replied(this, message);
  }

  @Override
  public void onReady() {
    inLoop(() -> listener.ready(this));
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    inLoop(() -> listener.ended(this, Failures.problem(status, trailers)));
  }
}
