package dev.millrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With counters that were written by hand. This process plays the server, too. */
class MachineTest {
  @TempDir private Path proc;

  private final ProcessHandle self = ProcessHandle.current();

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectory(proc.resolve(String.valueOf(self.pid())));
  }

  @Test
  void shareOfOthersIsWhatNeitherServerNorClientTook() throws IOException {
    var machine = new Machine(proc);
    write("stat", "cpu  1000 0 500 9000 70 10 20 30 0 0\n");
    write(self.pid() + "/stat", "7 (a) b) S" + " 0".repeat(10) + " 100 50 25 25 0");
    write(self.pid() + "/status", "Name:\tjava\nVmRSS:\t  2048 kB\n");
    write("diskstats", disk("vda", 1_000, 10) + disk("loop0", 1_000, 10));
    var before = machine.counters(List.of(self));

    // 4 s of two CPUs: 5 s busy, of which server and client 2 s each.
    write("stat", "cpu  1400 0 600 9100 110 10 20 70 0 0\n");
    write(self.pid() + "/stat", "7 (a) b) S" + " 0".repeat(10) + " 200 150 25 25 0");
    write("diskstats", disk("vda", 9_000, 50) + disk("vda1", 9_000, 50));
    var usage = Usage.between(before, machine.counters(List.of(self)), 4, 2);

    assertThat(usage.serverSeconds()).isEqualTo(2);
    assertThat(usage.clientSeconds()).isEqualTo(2);
    assertThat(usage.othersPercent()).isCloseTo(12.5, within(1e-9));
    assertThat(usage.waitPercent()).isCloseTo(5, within(1e-9));
    assertThat(usage.stolenPercent()).isCloseTo(5, within(1e-9));
    assertThat(usage.rssBytes()).isEqualTo(2 << 20);
    assertThat(usage.diskBytesPerSecond()).isEqualTo(8_000 * 512 / 4.0);
    assertThat(usage.flushesPerSecond()).isEqualTo(10);
  }

  @Test
  void whereNobodyCountsEverythingIsZero() {
    var counters = new Machine(proc.resolve("absent")).counters(List.of(self));

    assertThat(counters).isEqualTo(new Machine.Counters(0, 0, 0, 0, 0, 0, 0, 0));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(proc.resolve(file), text);
  }

  private static String disk(String name, long sectors, long flushes) {
    return " 254 0 %s 1 2 3 4 5 6 %d 8 9 10 11 12 13 14 15 %d 17\n"
        .formatted(name, sectors, flushes);
  }
}
