package dev.millrace.node.server;

import org.jspecify.annotations.Nullable;

/** A node can't start; the message says what is in the way and what to do about it. */
public final class NodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final NodeExit exit;

  NodeException(NodeExit exit, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  public NodeExit exit() {
    return exit;
  }
}
