package dev.millrace.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The line that shows how far a load has come, redrawn in place on a terminal. */
final class LoadProgress implements AutoCloseable {
  private static final int BAR_COLUMNS = 24;
  private static final Duration REDRAW = Duration.ofMillis(100);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Shell shell;
  private final OptionalLong bytesTotal;
  private final LongSupplier nanoClock;
  private final long start;
  private long drawn;
  private boolean visible;

  LoadProgress(Shell shell, OptionalLong bytesTotal, LongSupplier nanoClock) {
    this.shell = shell;
    this.bytesTotal = bytesTotal;
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
    this.drawn = start;
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - start);
  }

  double perSecond(long tasks) {
    return tasks / Math.max(elapsed().toNanos() / 1e9, 1e-3);
  }

  void show(long tasks, long bytes) {
    var now = nanoClock.getAsLong();
    if (shell.live() && now - drawn >= REDRAW.toNanos()) {
      drawn = now;
      visible = true;
      shell.err().print(CLEAR_LINE + line(tasks, bytes));
      shell.err().flush();
    }
  }

  /** What is known: without the size of the source, no bar and no time to go. */
  String line(long tasks, long bytes) {
    var counted =
        "%s  %s/s".formatted(Wording.counted(tasks, "task"), Wording.rate(perSecond(tasks)));
    if (bytesTotal.isEmpty() || bytesTotal.getAsLong() == 0) {
      return counted;
    }
    // A file that grows while it is read never shows more than all of it.
    var share = Math.min(1.0, (double) bytes / bytesTotal.getAsLong());
    var filled = (int) (share * BAR_COLUMNS);
    var bar = "#".repeat(filled) + "-".repeat(BAR_COLUMNS - filled);
    var left =
        share == 0
            ? ""
            : "  "
                + Wording.duration(
                    Duration.ofMillis((long) (elapsed().toMillis() * (1 / share - 1))))
                + " left";
    return String.format(Locale.ROOT, "[%s] %3.0f%%  %s%s", bar, share * 100, counted, left);
  }

  /** Takes the line off the screen. */
  void clear() {
    if (visible) {
      visible = false;
      shell.err().print(CLEAR_LINE);
      shell.err().flush();
    }
  }

  @Override
  public void close() {
    clear();
  }
}
