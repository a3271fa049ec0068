package dev.millrace.node.server;

import dev.millrace.node.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that are read again when they change. What can't be used is said once and leaves everything
 * as it was. Used by one thread.
 */
final class WatchedFiles {
  private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);

  private final String what;
  private final List<Path> files;
  private final Runnable read;
  private List<FileStamp> stamps;

  /**
   * Reads them for the first time.
   *
   * @param read takes over what they say, or throws a {@link ConfigException} and changes nothing
   */
  WatchedFiles(String what, List<Path> files, Runnable read) {
    this.what = what;
    this.files = List.copyOf(files);
    this.read = read;
    // Taken before, so that a change during the reading is seen.
    this.stamps = FileStamp.of(files);
    read.run();
  }

  void look() {
    List<FileStamp> now = FileStamp.of(files);
    if (now.equals(stamps)) {
      return;
    }
    stamps = now;
    try {
      read.run();
      log.info("Read again {}", what);
    } catch (ConfigException e) {
      log.warn("Could not read {} again, the last one stays cause={}", what, e.getMessage());
    }
  }
}
