package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What a page must have read from this node before it may change something. A page of a stranger
 * can make its reader's browser send a request, but can't read an answer, and so doesn't know it.
 * Each start of a node draws another one.
 */
record CsrfToken(String text) {
  static final String HEADER = "millrace-csrf-token";

  private static final int BYTES = 16;

  static CsrfToken random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new CsrfToken(HexFormat.of().formatHex(bytes));
  }

  Answer answer() {
    return Answer.json("{\"token\":\"" + text + "\"}");
  }

  /** Why a call isn't taken; empty if it is. What no browser sends needs no token. */
  Optional<Answer> refusal(HttpHeaders headers) {
    boolean isOfPage =
        headers.contains(HttpHeaderNames.ORIGIN) || headers.contains("sec-fetch-site");
    if (!isOfPage || isOurs(headers.get(HEADER, ""))) {
      return Optional.empty();
    }
    return Optional.of(
        Answer.refusal(
            HttpResponseStatus.FORBIDDEN,
            "a page sends the header %s, as %s tells it".formatted(HEADER, Routes.CSRF_TOKEN)));
  }

  private boolean isOurs(String other) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
