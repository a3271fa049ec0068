package dev.millrace.node.wire;

import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Token;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;

/** Somebody who calls with a token, and the text of access files that name them. */
final class Visitor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private Visitor() {}

  /** An access file with one principal. */
  static Access access(String token, String... rules) {
    return AccessText.parse("access", text(token, rules));
  }

  static String text(String token, String... rules) {
    var text = new StringBuilder("principal " + token + "\ntoken " + Token.hash(token) + "\n");
    for (String rule : rules) {
      text.append("allow ").append(rule).append('\n');
    }
    return text.toString();
  }

  /** The channel, with this in each call's metadata. */
  static Channel with(Channel channel, String authorization) {
    var metadata = new Metadata();
    metadata.put(AUTHORIZATION, authorization);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
  }

  static Channel bearing(Channel channel, String token) {
    return with(channel, "Bearer " + token);
  }
}
