package dev.millrace.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Passes bytes between clients and a server, until a test keeps replies back or cuts. */
final class Relay implements AutoCloseable {
  private final ServerSocket door;
  private final int port;

  // Guarded by this.
  private final List<Socket> sockets = new ArrayList<>();
  private final List<String> firstBytes = new ArrayList<>();
  private boolean keepsReplies;
  private boolean refusesLines;
  private long keptBytes;

  Relay(int port) {
    this.port = port;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        keep(client);
        keep(server);
        Thread.ofVirtual().start(() -> pass(client, server, false));
        Thread.ofVirtual().start(() -> pass(server, client, true));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private synchronized void keep(Socket socket) {
    sockets.add(socket);
  }

  private void pass(Socket from, Socket to, boolean isReplies) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      if (!isReplies && !isWelcome(in.readNBytes(buffer, 0, 3), buffer)) {
        return;
      }
      to.getOutputStream().write(buffer, 0, isReplies ? 0 : 3);
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!isReplies || !isKept(read)) {
          to.getOutputStream().write(buffer, 0, read);
        }
      }
    } catch (IOException e) {
      // Cut.
    }
  }

  private synchronized boolean isWelcome(int read, byte[] buffer) {
    String first = new String(buffer, 0, read, StandardCharsets.US_ASCII);
    firstBytes.add(first);
    return read == 3 && !(refusesLines && first.equals(Transport.LINE.firstBytes()));
  }

  private synchronized boolean isKept(int bytes) {
    keptBytes += keepsReplies ? bytes : 0;
    notifyAll();
    return keepsReplies;
  }

  /** With what each connection began, so far. */
  synchronized List<String> firstBytes() {
    return List.copyOf(firstBytes);
  }

  /** From now on the server has no lines. */
  synchronized void refuseLines() {
    refusesLines = true;
  }

  /** From now on, nothing that the server says arrives. */
  synchronized void keepReplies() {
    keepsReplies = true;
    keptBytes = 0;
  }

  /** Waits until the server has said so much in vain. */
  synchronized void awaitKept(long bytes) throws InterruptedException {
    while (keptBytes < bytes) {
      wait();
    }
  }

  /** Breaks all connections; new ones are passed on again. */
  synchronized void cut() throws IOException {
    keepsReplies = false;
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    door.close();
    cut();
  }
}
