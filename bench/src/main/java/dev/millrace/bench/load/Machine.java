package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the operating system counts: CPU time of processes and of the machine, memory, disk. Linux
 * only; elsewhere everything is 0.
 *
 * @param proc {@code /proc}
 */
public record Machine(Path proc) {
  /** The unit of CPU time in {@code /proc}, the same on every Linux that has a JDK. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double SECTOR_BYTES = 512;
  private static final Pattern RSS = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  /** Whole disks; what stands on another device would be counted twice. */
  private static final Pattern DISK =
      Pattern.compile("(?:[shv]d[a-z]+|xvd[a-z]+|nvme\\d+n\\d+|mmcblk\\d+)");

  public static Machine here() {
    return new Machine(Path.of("/proc"));
  }

  /** The counters now, with the CPU time and memory of a server's processes and all below them. */
  Counters counters(List<ProcessHandle> server) {
    double serverSeconds = 0;
    long rss = 0;
    for (long pid : tree(server)) {
      serverSeconds += cpuSeconds(pid);
      rss += rssBytes(pid);
    }
    double ours = cpuSeconds(ProcessHandle.current().pid());
    double[] all = machineSeconds();
    double[] disks = disks();
    return new Counters(serverSeconds, ours, all[0], all[1], all[2], rss, disks[0], disks[1]);
  }

  /** To look below a process is to look at all of the machine: not again below those found so. */
  private static Set<Long> tree(List<ProcessHandle> roots) {
    Set<Long> pids = new HashSet<>();
    for (ProcessHandle root : roots) {
      if (pids.add(root.pid())) {
        root.descendants().forEach(process -> pids.add(process.pid()));
      }
    }
    return pids;
  }

  /** With children that have ended and were waited for. */
  public double cpuSeconds(long pid) {
    String stat = read(proc.resolve(String.valueOf(pid)).resolve("stat"));
    // The name of the program is in parentheses, and may have blanks and parentheses itself.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return fields.length < 15 ? 0 : sum(fields, 11, 12, 13, 14) / TICKS_PER_SECOND;
  }

  public long rssBytes(long pid) {
    Matcher rss = RSS.matcher(read(proc.resolve(String.valueOf(pid)).resolve("status")));
    return rss.find() ? Long.parseLong(rss.group(1)) << 10 : 0;
  }

  /** CPU time of all processes. */
  public double busySeconds() {
    return machineSeconds()[0];
  }

  /** Busy, waiting for the disk, stolen by the host. */
  private double[] machineSeconds() {
    String[] fields = read(proc.resolve("stat")).lines().findFirst().orElse("").split(" +");
    return fields.length < 9
        ? new double[3]
        : new double[] {
          sum(fields, 1, 2, 3, 6, 7) / TICKS_PER_SECOND,
          sum(fields, 5) / TICKS_PER_SECOND,
          sum(fields, 8) / TICKS_PER_SECOND
        };
  }

  /** Bytes written and flushes, of all disks. */
  private double[] disks() {
    double[] sums = new double[2];
    read(proc.resolve("diskstats"))
        .lines()
        .map(line -> line.strip().split(" +"))
        .filter(fields -> fields.length > 18 && DISK.matcher(fields[2]).matches())
        .forEach(
            fields -> {
              sums[0] += sum(fields, 9) * SECTOR_BYTES;
              sums[1] += sum(fields, 18);
            });
    return sums;
  }

  private static double sum(String[] fields, int... numbers) {
    double sum = 0;
    for (int number : numbers) {
      sum += Long.parseLong(fields[number]);
    }
    return sum;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException _) {
      // A process that has ended, or not Linux.
      return "";
    }
  }

  /** Counters at one moment. Seconds are those of CPUs, over all of them. */
  record Counters(
      double serverSeconds,
      double clientSeconds,
      double busySeconds,
      double waitSeconds,
      double stolenSeconds,
      long rssBytes,
      double diskBytes,
      double flushes) {}
}
