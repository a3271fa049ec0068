package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.http.HttpServer;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import org.junit.jupiter.api.Test;

class OnBehalfTest {
  @Test
  void callFromOutsideCannotSayThatItComesFromElsewhere() {
    try (var server = WireServer.start()) {
      var metadata = new Metadata();
      metadata.put(HttpServer.ASKER_ADDRESS, "192.0.2.1:1");
      var liar =
          MillraceGrpc.newBlockingStub(
              ClientInterceptors.intercept(
                  server.channel, MetadataUtils.newAttachHeadersInterceptor(metadata)));
      liar.update(update(enqueue(queue("q"), "a")));

      var reply = liar.lease(lease(1, queue("q")));

      assertThat(reply.getTasks(0).getAddress()).startsWith("127.0.0.1:");
    }
  }
}
