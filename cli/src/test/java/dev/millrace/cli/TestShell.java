package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** Runs command lines and keeps what they print. */
final class TestShell {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private byte[] input = {};
  private boolean asks;

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
        arguments);
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
