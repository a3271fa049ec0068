package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs command lines and keeps what they print. */
final class TestShell {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> globalOptions;
  private byte[] input = {};
  private boolean asks;

  /** Gives every command these options. */
  TestShell(String... globalOptions) {
    this.globalOptions = List.of(globalOptions);
  }

  /** What the next commands read on their standard input. */
  TestShell typing(byte[] bytes) {
    input = bytes;
    return this;
  }

  TestShell typing(String text) {
    return typing(text.getBytes(UTF_8));
  }

  /** A person sits in front of the next commands. */
  TestShell asking() {
    asks = true;
    return this;
  }

  /** Runs a command and returns its exit code. What the one before printed is forgotten. */
  int run(String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        new Shell(
            new ByteArrayInputStream(input),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            asks,
            false),
        Stream.concat(globalOptions.stream(), Stream.of(arguments)).toArray(String[]::new));
  }

  /** The value of a text field in the only JSON line that was printed. */
  String field(String name) {
    var found = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(out());
    if (lines().size() != 1 || !found.find()) {
      throw new AssertionError("no line with a field " + name + ": " + out() + err());
    }
    return found.group(1);
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  String out() {
    return out.toString(UTF_8);
  }

  List<String> lines() {
    return out().lines().toList();
  }

  String err() {
    return err.toString(UTF_8);
  }
}
