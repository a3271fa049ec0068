package dev.millrace.client;

/** The same over gRPC, for servers and addresses that have no lines. */
class TogetherOverGrpcTest extends TogetherTest {
  @Override
  Transport transport() {
    return Transport.GRPC;
  }
}
