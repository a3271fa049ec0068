package dev.millrace.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"millrace " + (version == null ? "(not built as a jar)" : version)};
  }
}
