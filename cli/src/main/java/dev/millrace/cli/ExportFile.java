package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Task;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Optional;

/** A file of tasks that may end in the middle of a line. */
final class ExportFile {
  private static final int STEP_BYTES = 64 << 10;

  private ExportFile() {}

  /** Cuts off a line that isn't whole, and reads the last one that is. */
  static Optional<Task> lastTask(Path path) {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      var end = lineFeedBefore(file, file.length());
      file.setLength(end + 1);
      if (end < 0) {
        return Optional.empty();
      }
      var start = lineFeedBefore(file, end) + 1;
      var line = new byte[Math.toIntExact(end - start)];
      file.seek(start);
      file.readFully(line);
      return Optional.of(TaskLine.parse(ByteString.copyFrom(line), 0));
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "FILE", "can't go on with %s: %s".formatted(path, e.getMessage()));
    }
  }

  /** Where the last line feed before a place is; -1 for none. */
  private static long lineFeedBefore(RandomAccessFile file, long place) throws IOException {
    var bytes = new byte[STEP_BYTES];
    for (var to = place; to > 0; to -= Math.min(to, STEP_BYTES)) {
      var length = (int) Math.min(to, STEP_BYTES);
      file.seek(to - length);
      file.readFully(bytes, 0, length);
      for (var i = length - 1; i >= 0; i--) {
        if (bytes[i] == '\n') {
          return to - length + i;
        }
      }
    }
    return -1;
  }
}
