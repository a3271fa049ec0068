package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.line.Line;
import dev.millrace.node.access.Access;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Token;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.wire.Audit;
import io.grpc.CallCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node with TLS and an access file, spoken to over the network. */
@Timeout(120)
class SecureNodeTest {
  private static final String TOKEN = "mr_of-the-test";

  @TempDir private static Path shared;
  private static Certificates certificates;

  @TempDir private Path folder;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private Optional<Node> started = Optional.empty();

  @BeforeAll
  static void makeCertificates() {
    certificates = new Certificates(shared);
    certificates.sign("node");
    certificates.sign("worker");
  }

  @BeforeEach
  void prepare() throws IOException {
    Files.copy(certificates.certificate("node"), folder.resolve("node.pem"));
    Files.copy(certificates.key("node"), folder.resolve("node.key"));
    write("access", "principal tester\ntoken %s\nallow list /*\n".formatted(Token.hash(TOKEN)));
    settings.put("data", folder.resolve("data").toString());
    settings.put("port", "0");
    settings.put("tls-certificate", folder.resolve("node.pem").toString());
    settings.put("tls-key", folder.resolve("node.key").toString());
    settings.put("access-file", folder.resolve("access").toString());
  }

  @AfterEach
  void stop() {
    started.ifPresent(Node::stop);
  }

  private void write(String name, String text) throws IOException {
    Path next = folder.resolve(name + ".next");
    Files.writeString(next, text);
    Files.move(next, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private Node start() {
    Node node = Node.start(NodeConfig.load(Optional.empty(), settings));
    started = Optional.of(node);
    return node;
  }

  /** A connection to the node. */
  private final class Visit implements AutoCloseable {
    private final ManagedChannel channel;

    Visit(TlsChannelCredentials.Builder tls) {
      channel =
          Grpc.newChannelBuilder("localhost:" + started.orElseThrow().port(), tls.build()).build();
    }

    ListQueuesReply list(Optional<String> token) {
      var stub = MillraceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
      return token
          .map(secret -> stub.withCallCredentials(new Bearer(secret)))
          .orElse(stub)
          .listQueues(ListQueuesRequest.getDefaultInstance());
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }

  private static final class Bearer extends CallCredentials {
    private final String token;

    Bearer(String token) {
      this.token = token;
    }

    @Override
    public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
      var metadata = new Metadata();
      metadata.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
      applier.apply(metadata);
    }
  }

  private TlsChannelCredentials.Builder trusting() {
    try {
      return TlsChannelCredentials.newBuilder().trustManager(certificates.ca().toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private TlsChannelCredentials.Builder trustingAs(String name) {
    try {
      return trusting()
          .keyManager(certificates.certificate(name).toFile(), certificates.key(name).toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Status.Code codeOf(Runnable call) {
    var failure = catchThrowableOfType(StatusRuntimeException.class, call::run);
    return failure == null ? Status.Code.OK : failure.getStatus().getCode();
  }

  private static void await(BooleanSupplier happened) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.onSpinWait();
    }
  }

  @Test
  void saysWhatAClientNeedsToCallIt() {
    Node node = start();
    var said = new ByteArrayOutputStream();

    new Greeting(node, NodeConfig.load(Optional.empty(), settings))
        .print(new PrintStream(said, true, StandardCharsets.UTF_8));

    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains(" --tls --ca FILE --token-file FILE enqueue hello world\n");
  }

  @Test
  void tokenOverTlsIsLetIn() {
    start();
    try (var visit = new Visit(trusting())) {
      assertThat(codeOf(() -> visit.list(Optional.of(TOKEN)))).isEqualTo(Status.Code.OK);
      assertThat(codeOf(() -> visit.list(Optional.of("mr_other"))))
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(codeOf(() -> visit.list(Optional.empty()))).isEqualTo(Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void healthIsForEverybodyAndReflectionIsNot() throws Exception {
    start();
    try (var visit = new Visit(trusting())) {
      var health = HealthGrpc.newBlockingStub(visit.channel);
      assertThat(codeOf(() -> health.check(HealthCheckRequest.getDefaultInstance())))
          .isEqualTo(Status.Code.OK);
      assertThat(codeOf(() -> health.watch(HealthCheckRequest.getDefaultInstance()).next()))
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      var outcome = new CompletableFuture<Status.Code>();
      ServerReflectionGrpc.newStub(visit.channel)
          .serverReflectionInfo(
              new StreamObserver<ServerReflectionResponse>() {
                @Override
                public void onNext(ServerReflectionResponse reply) {
                  outcome.complete(Status.Code.OK);
                }

                @Override
                public void onError(Throwable cause) {
                  outcome.complete(Status.fromThrowable(cause).getCode());
                }

                @Override
                public void onCompleted() {
                  outcome.complete(Status.Code.OK);
                }
              })
          .onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
      assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void clientCertificateStandsForAPrincipal() throws IOException {
    settings.put("tls-client-ca", certificates.ca().toString());
    write("access", "principal w\ncertificate worker.example.org\nallow list /*\n");
    start();

    try (var visit = new Visit(trustingAs("worker"));
        var stranger = new Visit(trustingAs("node"));
        var nameless = new Visit(trusting())) {
      assertThat(codeOf(() -> visit.list(Optional.empty()))).isEqualTo(Status.Code.OK);
      assertThat(codeOf(() -> stranger.list(Optional.empty())))
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(codeOf(() -> nameless.list(Optional.empty()))).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void clientWithoutCertificateMayShowATokenWhereThatIsOptional() {
    settings.put("tls-client-ca", certificates.ca().toString());
    settings.put("tls-client-certificate", "optional");
    start();

    try (var visit = new Visit(trusting())) {
      assertThat(codeOf(() -> visit.list(Optional.of(TOKEN)))).isEqualTo(Status.Code.OK);
    }
  }

  @Test
  void revokedTokenIsRefusedWithoutARestart() throws IOException {
    start();
    try (var visit = new Visit(trusting())) {
      assertThat(codeOf(() -> visit.list(Optional.of(TOKEN)))).isEqualTo(Status.Code.OK);

      AccessFile.change(folder.resolve("access"), _ -> Access.NONE);

      await(() -> codeOf(() -> visit.list(Optional.of(TOKEN))) == Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void brokenAccessFileLeavesTheLastOne() throws IOException {
    start();
    write("access", "principal tester\nallow everything\n");
    // What comes after it in time shows that it was looked at.
    write(
        "access.later",
        AccessText.of(
            AccessFile.read(copyOf("principal b\ntoken %s\n".formatted(Token.hash("b"))))));
    try (var visit = new Visit(trusting())) {
      assertThat(codeOf(() -> visit.list(Optional.of(TOKEN)))).isEqualTo(Status.Code.OK);
      Files.move(
          folder.resolve("access.later"),
          folder.resolve("access"),
          StandardCopyOption.REPLACE_EXISTING);
      await(() -> codeOf(() -> visit.list(Optional.of(TOKEN))) == Status.Code.UNAUTHENTICATED);
    }
  }

  private Path copyOf(String text) throws IOException {
    return Files.writeString(folder.resolve("copy"), text);
  }

  @Test
  void certificateIsReplacedWhileTheNodeRuns() throws Exception {
    Node node = start();
    assertThat(subjectAt(node.port())).contains("CN=node");

    Files.copy(
        certificates.key("worker"),
        folder.resolve("node.key"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        certificates.certificate("worker"),
        folder.resolve("node.pem"),
        StandardCopyOption.REPLACE_EXISTING);

    await(() -> subjectAt(node.port()).contains("CN=worker"));
  }

  @Test
  void certificateWithoutItsKeyIsNotTaken() throws Exception {
    var tls =
        new Tls(
            new SecurityConfig.TlsConfig(
                folder.resolve("node.pem"), folder.resolve("node.key"), Optional.empty(), false));
    String before = subjectOf(tls);

    Files.copy(
        certificates.certificate("worker"),
        folder.resolve("node.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    tls.look();
    assertThat(subjectOf(tls)).isEqualTo(before);

    Files.writeString(folder.resolve("node.pem"), "not a certificate");
    tls.look();
    assertThat(subjectOf(tls)).isEqualTo(before);

    Files.copy(
        certificates.certificate("worker"),
        folder.resolve("node.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        certificates.key("worker"),
        folder.resolve("node.key"),
        StandardCopyOption.REPLACE_EXISTING);
    tls.look();
    assertThat(subjectOf(tls)).contains("CN=worker");
  }

  private static String subjectOf(Tls tls) {
    var key = tls.keyManager();
    String alias = key.chooseServerAlias("EC", null, null);
    return key.getCertificateChain(alias)[0].getSubjectX500Principal().getName();
  }

  private static String subjectAt(int port) {
    try (SSLSocket socket = socket(port, "TLSv1.3")) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
          .getSubjectX500Principal()
          .getName();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** One that trusts everybody: to see, not to say anything. */
  private static SSLSocket socket(int port, String protocol) throws IOException {
    try {
      var anyone =
          new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
              return new X509Certificate[0];
            }
          };
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {anyone}, null);
      var socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
      socket.setEnabledProtocols(new String[] {protocol});
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      return socket;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void olderTlsIsRefused() throws IOException {
    Node node = start();

    try (SSLSocket socket = socket(node.port(), "TLSv1.2")) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void nodeWithTlsHasNoLines() throws IOException {
    Node node = start();

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
      socket.getOutputStream().write(Line.preface());

      assertThat(socket.getInputStream().readAllBytes()).doesNotContain(Line.preface());
    }
  }

  @Test
  void plainConnectionIsRefused() {
    Node node = start();
    var channel =
        Grpc.newChannelBuilder("localhost:" + node.port(), InsecureChannelCredentials.create())
            .build();
    try {
      var stub = MillraceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
      assertThat(codeOf(() -> stub.listQueues(ListQueuesRequest.getDefaultInstance())))
          .isEqualTo(Status.Code.UNAVAILABLE);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void filesThatAreMissingOrWrongStopTheStart() throws IOException {
    settings.put("access-file", folder.resolve("nowhere").toString());
    assertThatThrownBy(this::start)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("millrace token create");

    settings.put("access-file", folder.resolve("access").toString());
    settings.put("tls-key", certificates.key("worker").toString());
    assertThatThrownBy(this::start)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("isn't the key of");

    Files.writeString(folder.resolve("node.key"), "nonsense");
    settings.put("tls-key", folder.resolve("node.key").toString());
    assertThatThrownBy(this::start)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("has no key in PEM");
    assertThat(Files.exists(folder.resolve("data"))).isFalse();
  }

  @Test
  void connectionsBeyondTheCapAreClosed() throws IOException {
    settings.put("connections-max", "2");
    Node node = start();
    var here = InetAddress.getLoopbackAddress();

    try (var second = new Socket(here, node.port())) {
      try (var first = new Socket(here, node.port());
          var third = new Socket(here, node.port())) {
        assertThat(isClosedByNode(third)).isTrue();
        assertThat(first.isConnected()).isTrue();
      }
      await(() -> !isRefused(node.port()));
      assertThat(second.isConnected()).isTrue();
    }
  }

  private static boolean isRefused(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(200);
      return isClosedByNode(socket);
    } catch (IOException e) {
      return true;
    }
  }

  /** A node that keeps a connection says nothing before the client does. */
  private static boolean isClosedByNode(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void capPerAddressLeavesThisMachineAlone() throws IOException {
    var caps = new ConnectionCaps(3, 1, new Audit(System::nanoTime), (_, _) -> {});
    var far = InetAddress.getByName("192.0.2.1");

    assertThat(caps.take(far)).isTrue();
    assertThat(caps.take(far)).isFalse();
    assertThat(caps.take(InetAddress.getLoopbackAddress())).isTrue();
    assertThat(caps.take(InetAddress.getLoopbackAddress())).isTrue();
    assertThat(caps.take(InetAddress.getByName("192.0.2.2"))).isFalse();
    caps.giveBack(far);
    assertThat(caps.take(far)).isTrue();
  }
}
