package dev.millrace.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The connections of a server. Used on the loop only. */
final class OpenConnections {
  private final Set<HttpConnection> connections = new LinkedHashSet<>();
  private long admitted;
  private long refused;

  /** Whether there is room for one more; then it counts until it has {@link #left}. */
  boolean admit(int max) {
    boolean fits = admitted < max;
    if (fits) {
      admitted++;
    } else {
      refused++;
    }
    return fits;
  }

  void left() {
    admitted--;
  }

  void add(HttpConnection connection) {
    connections.add(connection);
  }

  void remove(HttpConnection connection) {
    connections.remove(connection);
  }

  List<HttpConnection> all() {
    return List.copyOf(connections);
  }

  HttpUse use() {
    return new HttpUse(admitted, refused);
  }
}
