package dev.millrace.bench.load;

import dev.millrace.bench.load.Machine.Counters;

/**
 * What a cell took of the machine.
 *
 * @param serverSeconds CPU time of the server's processes
 * @param clientSeconds CPU time of this process
 * @param othersPercent of all CPUs, taken by neither: a few percent on a quiet machine
 * @param waitPercent of all CPUs, idle because the disk was busy
 * @param stolenPercent of all CPUs, taken by the host of a virtual machine
 * @param rssBytes of the server at the end
 * @param diskBytesPerSecond written, by whomever
 * @param flushesPerSecond of the disks' caches: tells whether a server really syncs
 */
public record Usage(
    double serverSeconds,
    double clientSeconds,
    double othersPercent,
    double waitPercent,
    double stolenPercent,
    long rssBytes,
    double diskBytesPerSecond,
    double flushesPerSecond) {

  /** With more than this taken by others, a cell tells little. */
  public static final double OTHERS_PERCENT_MAX = 12;

  static Usage between(Counters before, Counters after, double seconds, int cpus) {
    double server = after.serverSeconds() - before.serverSeconds();
    double client = after.clientSeconds() - before.clientSeconds();
    double others = after.busySeconds() - before.busySeconds() - server - client;
    double percent = 100 / (seconds * cpus);
    return new Usage(
        server,
        client,
        // Counters have a grain, and can say a little less than nothing.
        Math.max(0, others * percent),
        (after.waitSeconds() - before.waitSeconds()) * percent,
        (after.stolenSeconds() - before.stolenSeconds()) * percent,
        after.rssBytes(),
        (after.diskBytes() - before.diskBytes()) / seconds,
        (after.flushes() - before.flushes()) / seconds);
  }

  /** Of these seconds and of others. */
  Usage plus(double seconds, Usage more, double moreSeconds) {
    double share = seconds / (seconds + moreSeconds);
    return new Usage(
        serverSeconds + more.serverSeconds,
        clientSeconds + more.clientSeconds,
        mean(othersPercent, more.othersPercent, share),
        mean(waitPercent, more.waitPercent, share),
        mean(stolenPercent, more.stolenPercent, share),
        more.rssBytes,
        mean(diskBytesPerSecond, more.diskBytesPerSecond, share),
        mean(flushesPerSecond, more.flushesPerSecond, share));
  }

  private static double mean(double one, double other, double share) {
    return share * one + (1 - share) * other;
  }
}
