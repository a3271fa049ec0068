package dev.millrace.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What libraries and modules log. Commands other than serve tell themselves what people need. */
final class LibraryLog {
  /** Kept, because a logger that nobody holds is forgotten with its level. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private LibraryLog() {}

  /**
   * Silences it, if called before the first logger is made. Setting up the log of a server takes as
   * long as the rest of a call.
   */
  static void silence() {
    GRPC.setLevel(Level.OFF);
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
  }
}
