package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class BackgroundThreadTest {
  /** The place of the niceness among what follows the name of a thread in its {@code stat}. */
  private static final int NICENESS_AT = 16;

  @Test
  void onlyTheThreadThatAsksYields() throws Exception {
    int before = niceness();
    var other = new CompletableFuture<Integer>();
    Thread.ofPlatform()
        .start(
            () -> {
              BackgroundThread.yieldToOthers();
              other.complete(niceness());
            })
        .join();

    assertThat(other.join()).isEqualTo(BackgroundThread.NICENESS);
    assertThat(niceness()).isEqualTo(before).isLessThan(BackgroundThread.NICENESS);
  }

  private static int niceness() {
    try {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Integer.parseInt(words[NICENESS_AT]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
