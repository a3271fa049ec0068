import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats every Java source with google-java-format, or checks that this has been done.
 *
 * <p>Run by the build on the toolchain's JDK. A Maven plugin would format inside Maven's own JVM,
 * and when that is an older JDK it cannot parse the language we write.
 */
final class Format {
  public static void main(String[] arguments) throws IOException {
    boolean check = arguments[0].equals("check");
    Path root = Path.of(arguments[1]);

    List<Path> changed =
        sources(root).parallelStream().filter(source -> !isFormatted(source, check)).toList();

    for (Path source : changed) {
      System.out.println((check ? "Not formatted: " : "Formatted: ") + root.relativize(source));
    }
    if (check && !changed.isEmpty()) {
      System.out.println("Run: mvn -q -N -Dformat validate");
      System.exit(1);
    }
  }

  private static boolean isFormatted(Path source, boolean check) {
    try {
      String text = Files.readString(source);
      String formatted = new Formatter().formatSourceAndFixImports(text);
      if (formatted.equals(text)) {
        return true;
      }
      if (!check) {
        Files.writeString(source, formatted);
      }
      return false;
    } catch (FormatterException | IOException e) {
      throw new IllegalStateException(source + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return switch (folder.getFileName().toString()) {
              case ".git", "data", "node_modules", "target" -> FileVisitResult.SKIP_SUBTREE;
              default -> FileVisitResult.CONTINUE;
            };
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getFileName().toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
