package dev.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The whole screen of a terminal, and keys as they are pressed. Closing it, or the end of the
 * process, gives both back as they were.
 */
final class Terminal implements AutoCloseable {
  private static final String ESCAPE = "\u001b[";
  private static final String OTHER_SCREEN = ESCAPE + "?1049h" + ESCAPE + "?25l";
  private static final String OWN_SCREEN = ESCAPE + "?25h" + ESCAPE + "?1049l";
  private static final String TO_TOP = ESCAPE + "H";
  private static final String CLEAR_LINE = ESCAPE + "K";
  private static final String CLEAR_BELOW = ESCAPE + "J";
  private static final Path DEVICE = Path.of("/dev/tty");

  private final PrintStream out;
  private final InputStream in;
  private final String settings;
  private final AtomicBoolean open = new AtomicBoolean(true);

  /** Columns and rows. */
  record Size(int columns, int rows) {}

  private Terminal(Shell shell, String settings) {
    this.out = shell.out();
    this.in = shell.in();
    this.settings = settings;
  }

  /**
   * @throws Failure if there is none, or it can't be asked
   */
  static Terminal open(Shell shell) {
    if (!shell.asks()) {
      throw Failure.usage(
          "this fills a terminal, and there is none; `millrace stats --watch` writes lines");
    }
    var terminal = new Terminal(shell, stty("-g"));
    Main.beforeEnd(terminal::close);
    stty("-icanon", "-echo", "min", "0", "time", "0");
    shell.out().print(OTHER_SCREEN);
    return terminal;
  }

  Size size() {
    var words = stty("size").split(" ", -1);
    return words.length == 2
        ? new Size(Integer.parseInt(words[1]), Integer.parseInt(words[0]))
        : new Size(80, 24);
  }

  /** Shows lines from the top; what was there before is gone. */
  void show(Iterable<String> lines) {
    out.print(TO_TOP + String.join(CLEAR_LINE + "\r\n", lines) + CLEAR_LINE + CLEAR_BELOW);
    out.flush();
  }

  /** A key that was pressed; -1 for none. */
  int key() {
    try {
      return in.read();
    } catch (IOException e) {
      throw new Failure(ExitCode.FAILED, "INPUT", "can't read keys: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (open.getAndSet(false)) {
      out.print(OWN_SCREEN);
      out.flush();
      var _ = stty(settings);
    }
  }

  /** The program that every Unix has for this; Java has nothing. */
  private static String stty(String... arguments) {
    var command = new String[arguments.length + 1];
    command[0] = "stty";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      var process = new ProcessBuilder(command).redirectInput(DEVICE.toFile()).start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(5, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new Failure(ExitCode.FAILED, "TERMINAL", "stty doesn't know this terminal");
      }
      return said.strip();
    } catch (IOException e) {
      throw new Failure(ExitCode.FAILED, "TERMINAL", "stty can't be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(ExitCode.FAILED, "TERMINAL", "interrupted");
    }
  }
}
