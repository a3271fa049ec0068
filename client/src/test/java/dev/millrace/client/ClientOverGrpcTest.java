package dev.millrace.client;

/** The same over gRPC, for servers and addresses that have no lines. */
class ClientOverGrpcTest extends ClientTest {
  @Override
  Transport transport() {
    return Transport.GRPC;
  }
}
