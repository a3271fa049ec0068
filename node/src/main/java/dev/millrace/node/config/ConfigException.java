package dev.millrace.node.config;

/** A setting that can't be used; the message is meant for whoever wrote it. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String format, Object... args) {
    super(format.formatted(args));
  }
}
