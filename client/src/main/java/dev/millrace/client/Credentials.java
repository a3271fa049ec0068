package dev.millrace.client;

import io.grpc.CallCredentials;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a client connects, and by what it is known. Made from {@link #NONE} by the {@code with}
 * methods.
 *
 * @param isTls whether to speak TLS; without, a token is sent to this machine only
 * @param ca who signs the certificate of the server, a file in PEM; those whom Java trusts if none
 * @param certificate of the client, with its key, files in PEM
 * @param token asked for with each call and stream, so that it may change
 */
public record Credentials(
    boolean isTls,
    Optional<Path> ca,
    Optional<Certificate> certificate,
    Optional<Supplier<String>> token) {
  /** Plain connections, and no name. */
  public static final Credentials NONE =
      new Credentials(false, Optional.empty(), Optional.empty(), Optional.empty());

  /** Files in PEM; the key is in PKCS #8. */
  public record Certificate(Path chain, Path key) {}

  /** TLS, with a server whose certificate is signed by somebody whom Java trusts. */
  public Credentials withTls() {
    return new Credentials(true, ca, certificate, token);
  }

  /** TLS, with a server whose certificate is signed by these. */
  public Credentials withCa(Path file) {
    return new Credentials(true, Optional.of(file), certificate, token);
  }

  /** TLS, with a certificate that names this client. */
  public Credentials withCertificate(Path chain, Path key) {
    return new Credentials(true, ca, Optional.of(new Certificate(chain, key)), token);
  }

  public Credentials withToken(String secret) {
    return new Credentials(isTls, ca, certificate, Optional.of(() -> secret));
  }

  /** A file that has nothing but the token; read again each time. */
  public Credentials withTokenFile(Path file) {
    return new Credentials(isTls, ca, certificate, Optional.of(() -> read(file)));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the token from " + file, e);
    }
  }

  /**
   * What a channel is made with.
   *
   * @throws UncheckedIOException if a file can't be read
   */
  public ChannelCredentials forChannel() {
    if (!isTls) {
      return InsecureChannelCredentials.create();
    }
    try {
      var tls = TlsChannelCredentials.newBuilder();
      if (ca.isPresent()) {
        tls.trustManager(ca.get().toFile());
      }
      if (certificate.isPresent()) {
        tls.keyManager(certificate.get().chain().toFile(), certificate.get().key().toFile());
      }
      return tls.build();
    } catch (IOException e) {
      throw new UncheckedIOException("can't read a certificate or key: " + e.getMessage(), e);
    }
  }

  /** What a call is made with. */
  public Optional<CallCredentials> forCalls() {
    return token.map(TokenCredentials::new);
  }

  @Override
  public String toString() {
    return "Credentials[isTls=%s, ca=%s, certificate=%s, token=%s]"
        .formatted(isTls, ca, certificate, token.isPresent() ? "…" : "none");
  }
}
