package dev.millrace.dashboard;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.client.ClientConfig;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A node in a folder, on any ports, and a client of it. */
final class TestNode implements AutoCloseable {
  private static final int LOAD_ELEMENTS = 5_000;

  private final Node node;
  private final MillraceClient client;

  TestNode(Path folder) {
    this(folder, Map.of(), ClientConfig.DEFAULT);
  }

  TestNode(Path folder, Map<String, String> more, ClientConfig config) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("data", folder.resolve("data").toString());
    settings.put("port", "0");
    settings.put("http-port", "0");
    // Would follow the memory of the machine.
    settings.put("overlay-bytes-max", "128MiB");
    node = Node.start(NodeConfig.load(Optional.empty(), settings));
    client = MillraceClient.connect("127.0.0.1:" + node.port(), config);
  }

  /** The address of a page, such as {@code #/queues}. */
  String page(String hash) {
    return "http://127.0.0.1:%d/%s".formatted(node.httpPort().orElseThrow(), hash);
  }

  MillraceClient client() {
    return client;
  }

  void enqueue(Queue queue, int tasks) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      elements.add(Elements.enqueue(queue, ByteString.copyFromUtf8("task " + i)));
    }
    var _ = client.update(elements.toArray(Element[]::new));
  }

  /** A task for each of so many queues, {@code many-00000} and so on. */
  void fillQueues(int queues) {
    List<CompletableFuture<UpdateReply>> replies = new ArrayList<>();
    for (int from = 0; from < queues; from += LOAD_ELEMENTS) {
      List<Element> elements = new ArrayList<>();
      for (int i = from; i < Math.min(queues, from + LOAD_ELEMENTS); i++) {
        Queue queue = Elements.queue("many-%05d".formatted(i));
        elements.add(Elements.enqueue(queue, ByteString.copyFromUtf8("task")));
      }
      replies.add(client.updateAsync(elements.toArray(Element[]::new)));
    }
    replies.forEach(CompletableFuture::join);
  }

  @Override
  public void close() {
    client.close();
    var _ = node.stop();
  }
}
