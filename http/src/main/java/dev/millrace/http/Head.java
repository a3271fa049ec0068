package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the head of a request says.
 *
 * @param bodyBytesMax what may follow
 */
record Head(Route route, Query query, HttpHeaders headers, int bodyBytesMax) {
  /** What becomes of a head. */
  sealed interface Judgement {
    record Taken(Head head) implements Judgement {}

    record Refused(Answer answer) implements Judgement {}
  }

  /** Judges a request before anything of its body is read. */
  static Judgement judge(HttpRequest request, Surroundings around) {
    if (request.decoderResult().isFailure()) {
      return unreadable(request.decoderResult().cause());
    }
    var stranger = around.names().refusal(request.headers());
    if (stranger.isPresent()) {
      return new Judgement.Refused(stranger.get());
    }
    try {
      return judge(request, Query.of(request.uri()), around);
    } catch (BadRequestException e) {
      return refused(HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private static Judgement judge(HttpRequest request, Query query, Surroundings around) {
    Map<HttpMethod, Route> routes = around.routes().at(query.path());
    Route route = routes.get(request.method());
    if (routes.isEmpty()) {
      return refused(
          HttpResponseStatus.NOT_FOUND,
          "there is nothing at this address; %s lists what there is".formatted(Routes.DESCRIPTION));
    }
    if (route == null) {
      return notAllowed(routes);
    }
    HttpHeaders headers = request.headers();
    if (headers.contains(HttpHeaderNames.EXPECT) && !HttpUtil.is100ContinueExpected(request)) {
      return refused(HttpResponseStatus.EXPECTATION_FAILED, "only 100-continue can be expected");
    }
    boolean hasBody = route instanceof Route.Call;
    if (hasBody && !isJson(headers.get(HttpHeaderNames.CONTENT_TYPE, ""))) {
      return refused(
          HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
          "the body is JSON, and says so: content-type: application/json");
    }
    var forged = hasBody ? around.csrf().refusal(headers) : Optional.<Answer>empty();
    if (forged.isPresent()) {
      return new Judgement.Refused(forged.get());
    }
    int bytesMax = hasBody ? around.config().bodyBytesMax() : 0;
    if (HttpUtil.getContentLength(request, 0L) > bytesMax) {
      return new Judgement.Refused(tooLarge(bytesMax));
    }
    return new Judgement.Taken(new Head(route, query, headers, bytesMax));
  }

  private static Judgement unreadable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          refused(HttpResponseStatus.REQUEST_URI_TOO_LONG, "the address is too long");
      case TooLongHttpHeaderException _ ->
          refused(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the head is too large");
      default -> refused(HttpResponseStatus.BAD_REQUEST, "this is not HTTP/1.1");
    };
  }

  private static Judgement notAllowed(Map<HttpMethod, Route> routes) {
    String allowed =
        routes.keySet().stream().map(HttpMethod::name).collect(Collectors.joining(", "));
    return new Judgement.Refused(
        Answer.refusal(
            HttpResponseStatus.METHOD_NOT_ALLOWED,
            "this address takes " + allowed,
            Map.of("allow", allowed)));
  }

  static Answer tooLarge(int bytesMax) {
    return Answer.refusal(
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        bytesMax == 0
            ? "there is no body at this address"
            : "a body is at most %,d bytes; gRPC takes more".formatted(bytesMax));
  }

  private static boolean isJson(String type) {
    String lower = type.toLowerCase(Locale.ROOT).replace(" ", "").replace("\"", "");
    return lower.equals("application/json") || lower.equals("application/json;charset=utf-8");
  }

  private static Judgement refused(HttpResponseStatus status, String message) {
    return new Judgement.Refused(Answer.refusal(status, message));
  }
}
