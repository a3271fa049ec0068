package dev.millrace.cli;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The line that shows how far a load has come, redrawn in place on a terminal. */
final class LoadProgress implements AutoCloseable {
  private static final int BAR_COLUMNS = 24;
  private static final Duration REDRAW = Duration.ofMillis(100);
  private static final int SAMPLES_MAX = 50;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Shell shell;
  private final OptionalLong bytesTotal;
  private final LongSupplier nanoClock;
  private final long start;

  /** The last few seconds, from which speed is told; the first one is the start of the window. */
  private final Deque<Sample> samples = new ArrayDeque<>();

  private boolean visible;

  private record Sample(long nanos, long tasks, long bytes) {}

  LoadProgress(Shell shell, OptionalLong bytesTotal, LongSupplier nanoClock) {
    this.shell = shell;
    this.bytesTotal = bytesTotal;
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
    samples.add(new Sample(start, 0, 0));
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - start);
  }

  void show(long tasks, long bytes) {
    var now = nanoClock.getAsLong();
    if (shell.live() && now - samples.getLast().nanos() >= REDRAW.toNanos()) {
      draw(line(tasks, bytes));
      samples.add(new Sample(now, tasks, bytes));
      if (samples.size() > SAMPLES_MAX) {
        samples.remove();
      }
    }
  }

  /** Says what is done now, where there is nothing to count. */
  void show(String what) {
    if (shell.live()) {
      draw(what);
    }
  }

  private void draw(String line) {
    visible = true;
    shell.err().print(CLEAR_LINE + line);
    shell.err().flush();
  }

  /** What is known: without the size of the source, no bar and no time to go. */
  String line(long tasks, long bytes) {
    var from = samples.getFirst();
    var seconds = Math.max((nanoClock.getAsLong() - from.nanos()) / 1e9, 1e-3);
    var counted =
        "%s  %s/s"
            .formatted(
                Wording.counted(tasks, "task"), Wording.rate((tasks - from.tasks()) / seconds));
    if (bytesTotal.isEmpty() || bytesTotal.getAsLong() == 0) {
      return counted;
    }
    var total = bytesTotal.getAsLong();
    // A file that grows while it is read never shows more than all of it.
    var share = Math.min(1.0, (double) bytes / total);
    var filled = (int) (share * BAR_COLUMNS);
    var bar = "#".repeat(filled) + "-".repeat(BAR_COLUMNS - filled);
    var secondsLeft = Math.max(0, total - bytes) * seconds / Math.max(1, bytes - from.bytes());
    return String.format(
        Locale.ROOT,
        "[%s] %3.0f%%  %s  %s left",
        bar,
        share * 100,
        counted,
        Wording.duration(Duration.ofMillis((long) (secondsLeft * 1_000))));
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
