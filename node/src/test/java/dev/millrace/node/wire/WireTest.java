package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.queue.Limits;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import org.junit.jupiter.api.Test;

class WireTest {
  @Test
  void serviceDescribesItselfAsGenerated() {
    var service = Wire.service(new DirectPath(1, Limits.DEFAULT), Limits.DEFAULT);

    var generated = MillraceGrpc.getServiceDescriptor();
    assertThat(service.getServiceDescriptor().getName()).isEqualTo(generated.getName());
    assertThat(service.getServiceDescriptor().getSchemaDescriptor())
        .isSameAs(generated.getSchemaDescriptor());
    assertThat(service.getMethods())
        .extracting(ServerMethodDefinition::getMethodDescriptor)
        .extracting(MethodDescriptor::getFullMethodName)
        .containsExactlyInAnyOrderElementsOf(
            generated.getMethods().stream().map(MethodDescriptor::getFullMethodName).toList());
  }
}
