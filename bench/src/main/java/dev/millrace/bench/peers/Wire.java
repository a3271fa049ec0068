package dev.millrace.bench.peers;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** A connection to a server on loopback that many callers share. */
final class Wire implements Closeable {
  private final Socket socket;
  private final Input input;
  private final SendLoop sender;

  private Wire(Socket socket, Input input, SendLoop sender) {
    this.socket = socket;
    this.input = input;
    this.sender = sender;
  }

  static Wire open(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    var output = socket.getOutputStream();
    var sender = new SendLoop("send-" + port, (bytes, length) -> output.write(bytes, 0, length));
    return new Wire(socket, new Input(socket.getInputStream()), sender);
  }

  /** For whoever greets the server, before {@link #read}. */
  Input input() {
    return input;
  }

  /** From here on everything that comes in goes to this reader. */
  void read(ReadLoop.Reader reader, Consumer<IOException> end) {
    ReadLoop.start("read-" + socket.getPort(), input, reader, end);
  }

  void addCaller() {
    sender.addCaller();
  }

  void send(Output message) throws IOException {
    send(message, () -> {});
  }

  /** As {@link SendLoop#add}. */
  void send(Output message, Runnable before) throws IOException {
    sender.add(message, before);
  }

  @Override
  public void close() throws IOException {
    sender.close();
    socket.close();
  }
}
