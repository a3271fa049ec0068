package dev.millrace.node.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Secrets that name their bearer: 256 random bits behind a prefix that tells what they are. */
public final class Token {
  private static final String PREFIX = "mr_";
  private static final int BYTES = 32;

  private Token() {}

  /**
   * A new token.
   *
   * @param random one that nobody can foretell
   */
  public static String of(RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** All that a node keeps of a token. So many random bits need no salt and no slow hash. */
  public static TokenHash hash(String token) {
    return new TokenHash(sha256(token.getBytes(US_ASCII)));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
