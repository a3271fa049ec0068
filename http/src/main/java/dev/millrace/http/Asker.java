package dev.millrace.http;

import io.grpc.Metadata;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.net.SocketAddress;

/**
 * Who sent a request, as the service is told.
 *
 * @param address such as {@code 127.0.0.1:40000}
 * @param authorization the header of that name; empty for none
 */
record Asker(String address, String authorization) {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  static Asker of(SocketAddress address, HttpHeaders headers) {
    String text = address.toString();
    return new Asker(
        text.substring(text.indexOf('/') + 1), headers.get(HttpHeaderNames.AUTHORIZATION, ""));
  }

  Metadata metadata() {
    var metadata = new Metadata();
    metadata.put(HttpServer.ASKER_ADDRESS, address);
    if (!authorization.isEmpty()) {
      metadata.put(AUTHORIZATION, authorization);
    }
    return metadata;
  }
}
