package dev.millrace.node.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** In a process of its own, because Jazzer changes the classes of the one that it runs in. */
@Tag("fuzz")
class LineFuzzTest {
  @FuzzTest(maxDuration = "5s")
  void fuzz(byte[] bytes) {
    FuzzTarget.LINE.run(bytes);
  }
}
