package dev.millrace.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Asks a server whether it speaks TLS, when a call without it has failed. */
final class TlsProbe {
  private static final int MILLIS_MAX = 2_000;

  private TlsProbe() {}

  /** Whether the server shows a certificate, trusted or not. Nothing else is sent to it. */
  static boolean speaksTls(ServerAddress server) {
    try (var plain = new Socket()) {
      plain.connect(new InetSocketAddress(server.host(), server.port()), MILLIS_MAX);
      plain.setSoTimeout(MILLIS_MAX);
      var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
      try (var tls = (SSLSocket) factory.createSocket(plain, server.host(), server.port(), true)) {
        tls.startHandshake();
        return true;
      }
    } catch (IOException e) {
      return isAboutACertificate(e);
    }
  }

  private static boolean isAboutACertificate(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }
}
