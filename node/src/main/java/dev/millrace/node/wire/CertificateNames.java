package dev.millrace.node.wire;

import dev.millrace.node.access.Access.Proof;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client's certificate names: its DNS names, URIs and mail addresses, then its common name.
 */
final class CertificateNames {
  private static final int MAIL = 1;
  private static final int DNS = 2;
  private static final int URI = 6;
  private static final String COMMON_NAME = "CN=";

  private CertificateNames() {}

  /** The proof that a connection carries; none without a certificate that was verified. */
  static @Nullable Proof of(@Nullable SSLSession session) {
    if (session == null) {
      return null;
    }
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? new Proof.OfCertificate(names(certificate), certificate.getNotAfter().toInstant())
          : null;
    } catch (SSLPeerUnverifiedException e) {
      // The client has shown none.
      return null;
    }
  }

  private static List<String> names(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> alternative : alternatives) {
          if (alternative.get(0) instanceof Integer kind
              && (kind == MAIL || kind == DNS || kind == URI)) {
            names.add(String.valueOf(alternative.get(1)));
          }
        }
      }
    } catch (CertificateParsingException e) {
      return List.of();
    }
    String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
    // In this form the most specific part is first; one with several, or escapes, names nobody.
    if (subject.startsWith(COMMON_NAME)) {
      String name = subject.substring(COMMON_NAME.length()).split(",", 2)[0];
      if (name.indexOf('\\') < 0 && name.indexOf('+') < 0) {
        names.add(name);
      }
    }
    return names;
  }
}
