package dev.millrace.http;

import static java.nio.charset.StandardCharsets.UTF_8;

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
record Answer(int status, String type, String text, Map<String, String> headers) {
  static final String JSON = "application/json";
  static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  static final String EVENTS = "text/event-stream";

  static Answer json(String text) {
    return new Answer(200, JSON, text + "\n", Map.of());
  }

  static Answer reply(Message message) {
    return json(JsonWriting.text(message));
  }

  static Answer text(String type, String text) {
    return new Answer(200, type, text, Map.of());
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
    return new Answer(status, JSON, JsonWriting.text(problem) + "\n", headers);
  }

  FullHttpResponse message(boolean staysOpen) {
    byte[] body = text.getBytes(UTF_8);
    var message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
    harden(message, type);
    message.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
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
