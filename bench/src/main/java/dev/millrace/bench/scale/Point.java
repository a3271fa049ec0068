package dev.millrace.bench.scale;

/**
 * What was measured at one size. Times in milliseconds but for the restart.
 *
 * @param perSecond tasks while it grew to this size
 * @param bytes on disk per task, before and after a compaction of everything
 * @param compacted the latter
 * @param peakBytes the most memory of the process
 * @param pageCacheBytes of the whole machine, when its store was largest
 */
record Point(
    long tasks,
    double perSecond,
    double fifoP99,
    double anywhereP99,
    double leaseP99,
    double listP99,
    double restartSeconds,
    long wrongCounters,
    double bytes,
    double compacted,
    long peakBytes,
    double pageCacheBytes) {}
