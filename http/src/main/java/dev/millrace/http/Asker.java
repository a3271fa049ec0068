package dev.millrace.http;

import io.grpc.Metadata;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.net.SocketAddress;
import java.util.List;

/**
 * Who sent a request, as the service is told.
 *
 * @param address such as {@code 127.0.0.1:40000}
 * @param authorization the header of that name; empty for none
 * @param traceparents all headers of that name, which the service judges
 * @param tracestates likewise
 */
record Asker(
    String address, String authorization, List<String> traceparents, List<String> tracestates) {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACEPARENT =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACESTATE =
      Metadata.Key.of("tracestate", Metadata.ASCII_STRING_MARSHALLER);

  /** Somebody who says nothing of a trace. */
  Asker(String address, String authorization) {
    this(address, authorization, List.of(), List.of());
  }

  static Asker of(SocketAddress address, HttpHeaders headers) {
    String text = address.toString();
    return new Asker(
        text.substring(text.indexOf('/') + 1),
        headers.get(HttpHeaderNames.AUTHORIZATION, ""),
        headers.getAll(TRACEPARENT.name()),
        headers.getAll(TRACESTATE.name()));
  }

  Metadata metadata() {
    var metadata = new Metadata();
    metadata.put(HttpServer.ASKER_ADDRESS, address);
    if (!authorization.isEmpty()) {
      metadata.put(AUTHORIZATION, authorization);
    }
    traceparents.forEach(value -> metadata.put(TRACEPARENT, value));
    tracestates.forEach(value -> metadata.put(TRACESTATE, value));
    return metadata;
  }
}
