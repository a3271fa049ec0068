package dev.millrace.http;

import com.google.protobuf.ByteString;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A file of a site, as it was when the node started.
 *
 * @param zipped the same with gzip
 * @param tag changes with the bytes, so that a browser that has them need not get them again
 */
record SiteFile(String type, ByteString bytes, ByteString zipped, String tag) {
  /** What a page of ours may do: use files of this node and ask this node, and nothing else. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final int TAG_BYTES = 12;

  static SiteFile of(String name, ByteString bytes) {
    return new SiteFile(type(name), bytes, zip(bytes), tag(bytes));
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalArgumentException("a file of no known type: " + name);
    };
  }

  private static ByteString zip(ByteString bytes) {
    var zipped = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(zipped)) {
      bytes.writeTo(zip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteString.copyFrom(zipped.toByteArray());
  }

  private static String tag(ByteString bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
      return "\"" + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The file, or that the browser has it already. It asks each time: a node may be a newer one. */
  Answer answer(HttpHeaders request) {
    Map<String, String> headers = new HashMap<>();
    headers.put("etag", tag);
    headers.put("cache-control", "no-cache");
    headers.put("vary", "accept-encoding");
    headers.put("content-security-policy", POLICY);
    headers.put("cross-origin-opener-policy", "same-origin");
    if (request.get(HttpHeaderNames.IF_NONE_MATCH, "").contains(tag)) {
      return new Answer(Answer.NOT_MODIFIED, type, ByteString.EMPTY, headers);
    }
    boolean isZipped = takesGzip(request);
    if (isZipped) {
      headers.put("content-encoding", "gzip");
    }
    return new Answer(200, type, isZipped ? zipped : bytes, headers);
  }

  private static boolean takesGzip(HttpHeaders request) {
    for (String way : request.get(HttpHeaderNames.ACCEPT_ENCODING, "").split(",", -1)) {
      String plain = way.strip().toLowerCase(Locale.ROOT);
      if (plain.equals("gzip")) {
        return true;
      }
    }
    return false;
  }
}
