package dev.millrace.http;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import java.util.Map;

/**
 * An answer, whole.
 *
 * @param headers besides those that every answer has
 */
record Answer(int status, String type, ByteString body, Map<String, String> headers) {
  static final String JSON = "application/json";
  static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  static final String EVENTS = "text/event-stream";

  static final int NOT_MODIFIED = 304;

  static Answer json(String text) {
    return text(JSON, text + "\n");
  }

  static Answer reply(Message message) {
    return json(JsonWriting.text(message));
  }

  static Answer text(String type, String text) {
    return new Answer(200, type, ByteString.copyFromUtf8(text), Map.of());
  }

  /** A request that is no call at all. */
  static Answer refusal(HttpResponseStatus status, String message) {
    return refusal(status, message, Map.of());
  }

  static Answer refusal(HttpResponseStatus status, String message, Map<String, String> headers) {
    Problem problem = Problem.newBuilder().setCode(ErrorCode.INVALID).setMessage(message).build();
    return problem(status.code(), problem, headers);
  }

  static Answer problem(int status, Problem problem, Map<String, String> headers) {
    return new Answer(
        status, JSON, ByteString.copyFromUtf8(JsonWriting.text(problem) + "\n"), headers);
  }

  /** That the body may be sent. */
  static FullHttpResponse goOn() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }

  FullHttpResponse message(boolean staysOpen) {
    var message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(status),
            Unpooled.wrappedBuffer(body.asReadOnlyByteBuffer()));
    harden(message, type);
    if (status != NOT_MODIFIED) {
      message.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.size());
    }
    headers.forEach(message.headers()::set);
    if (!staysOpen) {
      message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return message;
  }

  /**
   * Names and data come from strangers: no browser shall guess a type, run, frame, keep or share
   * them.
   */
  static void harden(HttpResponse message, String type) {
    HttpHeaders headers = message.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, type);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set("x-content-type-options", "nosniff");
    headers.set(
        HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'");
    headers.set("cross-origin-resource-policy", "same-origin");
    headers.set("referrer-policy", "no-referrer");
  }
}
