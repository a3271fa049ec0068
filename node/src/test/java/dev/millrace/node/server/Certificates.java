package dev.millrace.node.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority of the test's own, and what it signs, made by the JDK's keytool. */
final class Certificates {
  private static final String PASSWORD = "not-a-secret";

  private final Path folder;
  private final Path store;

  Certificates(Path folder) {
    this.folder = folder;
    this.store = folder.resolve("authority.p12");
    keytool("-alias", "ca", "-dname", "CN=test authority", "-ext", "bc:c");
    write("ca.pem", "CERTIFICATE", chain("ca").getFirst());
  }

  Path ca() {
    return folder.resolve("ca.pem");
  }

  Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  Path key(String name) {
    return folder.resolve(name + ".key");
  }

  /** Makes {@code NAME.pem} and {@code NAME.key}, for this machine. */
  void sign(String name) {
    keytool(
        "-alias",
        name,
        "-signer",
        "ca",
        "-dname",
        "CN=" + name, //
        "-ext",
        "san=dns:localhost,ip:127.0.0.1,dns:" + name + ".example.org");
    write(name + ".pem", "CERTIFICATE", chain(name).getFirst());
    write(name + ".key", "PRIVATE KEY", secret(name));
  }

  private void keytool(String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD, //
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "30"));
    command.addAll(List.of(options));
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(output);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private KeyStore open() throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return keys;
    }
  }

  private List<byte[]> chain(String alias) {
    try {
      List<byte[]> chain = new ArrayList<>();
      for (var certificate : open().getCertificateChain(alias)) {
        chain.add(certificate.getEncoded());
      }
      return chain;
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] secret(String alias) {
    try {
      return open().getKey(alias, PASSWORD.toCharArray()).getEncoded();
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private void write(String name, String kind, byte[] bytes) {
    String text =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind);
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
