package dev.millrace.http;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files that a node shows to everybody: a page at {@code /}, and what it needs under {@code
 * /dashboard/}. All are read at once, and only what was read is served: no name in a request ever
 * leads to a disk.
 */
public final class Site {
  /** No files at all. */
  public static final Site NONE = new Site(Map.of());

  private static final String INDEX = "index.html";
  private static final String BELOW = "/dashboard/";

  /** By the path in an address. */
  private final Map<String, SiteFile> files;

  private Site(Map<String, SiteFile> files) {
    this.files = files;
  }

  /**
   * The files of a folder on the class path; none if it has no index.html.
   *
   * @param folder such as {@code dev/millrace/dashboard}
   */
  public static Site onClassPath(String folder) {
    URL index = Site.class.getClassLoader().getResource(folder + "/" + INDEX);
    if (index == null) {
      return NONE;
    }
    try {
      if (!(index.openConnection() instanceof JarURLConnection jar)) {
        return in(Path.of(index.toURI()).resolveSibling(""));
      }
      URI file = jar.getJarFileURL().toURI();
      try (var inside = FileSystems.newFileSystem(Path.of(file))) {
        return in(inside.getPath(folder));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + folder + " on the class path", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a place on the class path that is none: " + index, e);
    }
  }

  private static Site in(Path folder) throws IOException {
    Map<String, SiteFile> files = new TreeMap<>();
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.filter(Site::isShown).toList()) {
        String name = folder.relativize(path).toString().replace('\\', '/');
        SiteFile file = SiteFile.of(name, ByteString.copyFrom(Files.readAllBytes(path)));
        files.put(name.equals(INDEX) ? "/" : BELOW + name, file);
      }
    }
    return new Site(files);
  }

  private static boolean isShown(Path path) {
    String name = path.toString();
    return Files.isRegularFile(path) && !name.endsWith(".class");
  }

  Map<String, SiteFile> files() {
    return files;
  }
}
