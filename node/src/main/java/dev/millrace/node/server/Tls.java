package dev.millrace.node.server;

import dev.millrace.node.config.ConfigException;
import dev.millrace.node.server.SecurityConfig.TlsConfig;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The node's certificate and whose certificates it trusts, as they are in their files now: new
 * connections see a new one, open ones go on. TLS 1.3 and nothing older.
 */
final class Tls {
  private static final String PROTOCOL = "TLSv1.3";

  /** How long a client may come back without a whole handshake, with what it showed before. */
  private static final long SESSION_SECONDS = 300;

  private final TlsConfig config;
  private final AdvancedTlsX509KeyManager key = new AdvancedTlsX509KeyManager();
  private final @Nullable AdvancedTlsX509TrustManager trust;
  private final WatchedFiles files;

  /**
   * @throws ConfigException if the files can't be used
   */
  Tls(TlsConfig config) {
    this.config = config;
    this.trust = config.clientCa().isPresent() ? newTrust() : null;
    List<Path> watched = new ArrayList<>(List.of(config.certificate(), config.key()));
    config.clientCa().ifPresent(watched::add);
    this.files = new WatchedFiles("the certificates", watched, this::read);
  }

  private static AdvancedTlsX509TrustManager newTrust() {
    try {
      return AdvancedTlsX509TrustManager.newBuilder().build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes over what changed. */
  void look() {
    files.look();
  }

  /** Takes over all of it, or nothing. */
  private void read() {
    X509Certificate[] chain = certificates("tls-certificate", config.certificate());
    PrivateKey secret = privateKey(config.key());
    check(chain[0], secret);
    try {
      if (trust != null) {
        Path ca = config.clientCa().orElseThrow();
        trust.updateTrustCredentials(certificates("tls-client-ca", ca));
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigException("tls-client-ca can't be used: %s", e);
    }
    key.updateIdentityCredentials(chain, secret);
  }

  private static X509Certificate[] certificates(String setting, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      X509Certificate[] certificates = CertificateUtils.getX509Certificates(in);
      if (certificates.length > 0) {
        return certificates;
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigException("%s %s has no certificates in PEM: %s", setting, file, e);
    }
    throw new ConfigException("%s %s has no certificates", setting, file);
  }

  private static PrivateKey privateKey(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateUtils.getPrivateKey(in);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // What a key parser says of its input stays out of the log.
      throw new ConfigException(
          "tls-key %s has no key in PEM (PKCS #8, `BEGIN PRIVATE KEY`): %s",
          file, e.getClass().getSimpleName());
    }
  }

  /** A certificate without its own key, or out of its time, would turn every client away. */
  private void check(X509Certificate certificate, PrivateKey secret) {
    try {
      certificate.checkValidity();
      if (isPair(certificate.getPublicKey(), secret)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      throw new ConfigException("tls-certificate %s can't be used: %s", config.certificate(), e);
    }
    throw new ConfigException(
        "tls-key %s isn't the key of tls-certificate %s", config.key(), config.certificate());
  }

  private static boolean isPair(PublicKey open, PrivateKey secret) throws GeneralSecurityException {
    if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    byte[] text = {1, 2, 3};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(secret);
    signing.update(text);
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(open);
    checking.update(text);
    return checking.verify(signing.sign());
  }

  X509ExtendedKeyManager keyManager() {
    return key;
  }

  /** Trusts the certificates of clients; none if they need none. */
  @Nullable X509ExtendedTrustManager trustManager() {
    return trust;
  }

  /** For the gRPC server. */
  SslContext forGrpc() {
    return context(GrpcSslContexts.configure(SslContextBuilder.forServer(key), SslProvider.JDK));
  }

  /** For the HTTP server. */
  SslContext forHttp() {
    return context(SslContextBuilder.forServer(key).sslProvider(SslProvider.JDK));
  }

  private SslContext context(SslContextBuilder builder) {
    builder.protocols(PROTOCOL).sessionTimeout(SESSION_SECONDS);
    if (trust != null) {
      builder
          .trustManager(trust)
          .clientAuth(
              config.isClientCertificateNeeded() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalStateException("the JDK has no " + PROTOCOL, e);
    }
  }
}
