package dev.millrace.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the command was started from: its three streams, and where a person sits at them.
 *
 * @param asks whether a question on {@code err} can be answered on {@code in}
 * @param live whether {@code err} is a terminal that can redraw a line
 */
record Shell(InputStream in, PrintStream out, PrintStream err, boolean asks, boolean live) {
  /**
   * The shell of this process. Writes UTF-8 in every locale: JSON has no other encoding, and a
   * locale that is merely unset should not turn names into question marks.
   */
  static Shell ofProcess() {
    var live = isTerminal(2);
    return new Shell(
        new FileInputStream(FileDescriptor.in),
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        live && isTerminal(0),
        live);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /** The JDK tells only whether input and output both are; a pipe into `load -` isn't. */
  @SuppressWarnings("SystemConsoleNull") // In JDK 25 it is null again without a terminal.
  private static boolean isTerminal(int descriptor) {
    try {
      var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException _) {
      var console = System.console();
      return console != null && console.isTerminal();
    }
  }
}
