package dev.millrace.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** What a node says about itself over HTTP. */
public final class Metrics {
  private Metrics() {}

  /**
   * The value of one of them now.
   *
   * @param name with its labels, as the node writes it
   */
  public static double read(int httpPort, String name) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/metrics".formatted(httpPort)));
    try (var client = HttpClient.newHttpClient()) {
      String all = client.send(request.build(), BodyHandlers.ofString()).body();
      return all.lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new IOException("the node doesn't tell " + name));
    }
  }
}
