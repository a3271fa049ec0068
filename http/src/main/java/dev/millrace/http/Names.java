package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Under which names a node answers, and to whose pages. A browser asks in its reader's name, from
 * inside of the reader's network: a page of a stranger, whose name may be made to lead here, must
 * get nothing.
 */
final class Names {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Who asked, as a browser tells: the reader, or a page of our own. */
  private static final Set<String> OWN_SITE = Set.of("none", "same-origin");

  private final Set<String> allowed;

  Names(InetAddress bind, Set<String> more) {
    allowed = new HashSet<>();
    more.forEach(name -> allowed.add(name.toLowerCase(Locale.ROOT)));
    if (bind.isLoopbackAddress() || bind.isAnyLocalAddress()) {
      allowed.addAll(LOOPBACK);
    }
    if (!bind.isAnyLocalAddress()) {
      String literal = bind.getHostAddress();
      allowed.add(literal.contains(":") ? "[" + literal + "]" : literal);
    }
  }

  /** Why a request isn't taken; empty if it is. */
  Optional<Answer> refusal(HttpHeaders headers) {
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      return refusal(HttpResponseStatus.BAD_REQUEST, "a request has one Host header");
    }
    String host = hosts.getFirst().toLowerCase(Locale.ROOT);
    if (!allowed.contains(withoutPort(host))) {
      return refusal(
          HttpResponseStatus.MISDIRECTED_REQUEST,
          "this node isn't called by that name; the setting `http-names` adds names");
    }
    for (String origin : headers.getAll(HttpHeaderNames.ORIGIN)) {
      String name = origin.toLowerCase(Locale.ROOT);
      if (!name.equals("http://" + host) && !name.equals("https://" + host)) {
        return refusal(HttpResponseStatus.FORBIDDEN, "pages of other origins may not ask");
      }
    }
    for (String site : headers.getAll("sec-fetch-site")) {
      if (!OWN_SITE.contains(site)) {
        return refusal(HttpResponseStatus.FORBIDDEN, "pages of other sites may not ask");
      }
    }
    return Optional.empty();
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  private static Optional<Answer> refusal(HttpResponseStatus status, String message) {
    return Optional.of(Answer.refusal(status, message));
  }
}
