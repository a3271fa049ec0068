package dev.millrace.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;

/**
 * Where to listen, and what strangers may take.
 *
 * @param names host names, besides loopback ones and the address itself, under which the node may
 *     be asked: a page of another name must not reach it through its reader's browser
 * @param connectionsMax connections at a time; more are closed at once
 * @param bodyBytesMax the largest body
 * @param bodiesBytesMax memory for bodies that are being received, of all connections
 * @param listenersMax connections that listen to live statistics
 * @param times after which a connection is closed
 */
public record HttpConfig(
    InetSocketAddress address,
    Set<String> names,
    int connectionsMax,
    int bodyBytesMax,
    long bodiesBytesMax,
    int listenersMax,
    Times times) {
  public static final int CONNECTIONS_MAX = 1000;
  public static final int BODY_BYTES_MAX = 4 << 20;
  public static final int LISTENERS_MAX = 64;

  /** Bodies of the largest size that may be received at the same time. */
  private static final int LARGE_BODIES = 4;

  public HttpConfig {
    names = Set.copyOf(names);
  }

  /** With the limits that nobody changed. */
  public static HttpConfig of(InetSocketAddress address, Set<String> names) {
    return new HttpConfig(
        address,
        names,
        CONNECTIONS_MAX,
        BODY_BYTES_MAX,
        (long) LARGE_BODIES * BODY_BYTES_MAX,
        LISTENERS_MAX,
        Times.DEFAULT);
  }

  /** The same with other bounds on what is sent. */
  public HttpConfig with(int newConnectionsMax, int newBodyBytesMax) {
    return new HttpConfig(
        address,
        names,
        newConnectionsMax,
        newBodyBytesMax,
        (long) LARGE_BODIES * newBodyBytesMax,
        listenersMax,
        times);
  }

  HttpConfig with(Times newTimes) {
    return new HttpConfig(
        address, names, connectionsMax, bodyBytesMax, bodiesBytesMax, listenersMax, newTimes);
  }

  HttpConfig withListeners(int newListenersMax) {
    return new HttpConfig(
        address, names, connectionsMax, bodyBytesMax, bodiesBytesMax, newListenersMax, times);
  }

  /**
   * How long a connection may be in a state.
   *
   * @param idle until the head of a request is there
   * @param body from its head to the end of its body
   * @param write until a reply is taken by its reader
   * @param discard of what is still sent after a refusal, so that it is read
   * @param stop for replies on their way when the server stops
   */
  record Times(Duration idle, Duration body, Duration write, Duration discard, Duration stop) {
    static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5));
  }
}
