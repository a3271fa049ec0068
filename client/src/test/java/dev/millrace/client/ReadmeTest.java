package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README works, and is the one that stands there. */
class ReadmeTest {
  @TempDir Path folder;

  @Test
  void exampleWorks() {
    try (var node = new TestNode(folder)) {
      String address = node.address();
      int[] sent = new int[1];
      // begin
      Queue mail = Elements.queue("mail");
      try (var client = MillraceClient.connect(address)) {
        client.enqueue(mail, ByteString.copyFromUtf8("to: you"));

        for (Task task : client.lease(mail, 10, Duration.ofSeconds(5))) {
          try {
            send(task.getData(), sent);
            client.complete(task);
          } catch (RuntimeException e) {
            client.fail(task, e.toString());
          }
        }
      }
      // end
      assertThat(sent[0]).isEqualTo(1);
    }
  }

  @Test
  void exampleStandsInTheReadme() throws IOException {
    var root = Path.of("..");
    String source =
        Files.readString(root.resolve("client/src/test/java/dev/millrace/client/ReadmeTest.java"));
    String example =
        source
            .substring(source.indexOf("// begin\n") + 9, source.indexOf("      // end\n"))
            .lines()
            .map(line -> line.isEmpty() ? line : line.substring(6))
            .map(line -> line.replace("send(task.getData(), sent)", "send(task.getData())"))
            .map(line -> line.replace("connect(address)", "connect(\"127.0.0.1:7411\")"))
            .collect(Collectors.joining("\n"));

    assertThat(Files.readString(root.resolve("README.md"))).contains(example);
  }

  private static void send(ByteString data, int[] sent) {
    assertThat(data.toStringUtf8()).startsWith("to: ");
    sent[0]++;
  }
}
