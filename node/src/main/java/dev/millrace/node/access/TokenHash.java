package dev.millrace.node.access;

import dev.millrace.node.config.ConfigException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The SHA-256 of a token. Compared in a time that doesn't tell how much of it is right. */
public final class TokenHash {
  private static final String KIND = "sha256:";
  private static final int BYTES = 32;
  private static final int ID_DIGITS = 8;

  private final byte[] bytes;

  TokenHash(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  static TokenHash parse(String text) {
    if (!text.matches(KIND + "[0-9a-f]{" + 2 * BYTES + "}")) {
      throw new ConfigException("a token is sha256: and 64 hexadecimal digits");
    }
    return new TokenHash(HexFormat.of().parseHex(text.substring(KIND.length())));
  }

  /** Tells the tokens of a principal apart. */
  public String id() {
    return HexFormat.of().formatHex(bytes).substring(0, ID_DIGITS);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TokenHash hash && MessageDigest.isEqual(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(bytes).getInt();
  }

  @Override
  public String toString() {
    return KIND + HexFormat.of().formatHex(bytes);
  }
}
