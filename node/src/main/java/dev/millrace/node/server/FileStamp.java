package dev.millrace.node.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By what a file is seen to have changed; nothing of it for one that isn't there. */
record FileStamp(@Nullable FileTime modified, long size, @Nullable Object key) {
  private static final FileStamp MISSING = new FileStamp(null, -1, null);

  static FileStamp of(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    } catch (IOException e) {
      return MISSING;
    }
  }

  static List<FileStamp> of(List<Path> files) {
    List<FileStamp> stamps = new ArrayList<>();
    files.forEach(file -> stamps.add(of(file)));
    return stamps;
  }
}
