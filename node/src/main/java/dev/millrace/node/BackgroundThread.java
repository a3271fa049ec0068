package dev.millrace.node;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a thread take the processor after others. On Linux every thread has a niceness of its own,
 * and any process may raise it; Java's priorities are not passed on there. Elsewhere nothing is
 * done: the niceness is that of the whole process.
 */
final class BackgroundThread {
  private static final Logger log = LoggerFactory.getLogger(BackgroundThread.class);

  /** A tenth of the time that others get, while all want it. */
  static final int NICENESS = 10;

  private static final Path LINUX_ONLY = Path.of("/proc/thread-self");
  private static final int PRIO_PROCESS = 0;
  private static final int THIS_THREAD = 0;

  private BackgroundThread() {}

  /** For the thread that calls this. */
  @SuppressWarnings("restricted") // the launcher grants access to native code, RocksDB needs it too
  static void yieldToOthers() {
    if (!Files.exists(LINUX_ONLY)) {
      return;
    }
    try {
      Linker linker = Linker.nativeLinker();
      var setPriority =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("setpriority"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT));
      int result = (int) setPriority.invokeExact(PRIO_PROCESS, THIS_THREAD, NICENESS);
      if (result != 0) {
        log.info("{} keeps its priority", Thread.currentThread().getName());
      }
    } catch (Throwable e) {
      // It runs as before, only beside the calls instead of behind them.
      log.info("{} keeps its priority", Thread.currentThread().getName(), e);
    }
  }
}
