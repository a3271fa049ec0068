package dev.millrace.dist;

import java.util.List;

/** A part of a document with a mark before it. */
sealed interface Block {
  /** {@code <!-- run -->}: commands with what they print. */
  record Session(List<Typed> typed) implements Block {}

  /** {@code <!-- run -->} without any {@code $}: commands that succeed, whatever they print. */
  record Script(String commands) implements Block {}

  /** {@code <!-- serve -->}: a command that goes on until the page ends. */
  record Server(Typed typed) implements Block {}

  /** {@code <!-- file NAME -->}: what stands in a file of that name. */
  record TextFile(String name, String text) implements Block {}
}
