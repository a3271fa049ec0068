package dev.millrace.node.metrics;

/**
 * Beyond what a value is an alert, and what the caches are kept within, which is none.
 *
 * @param diskFreeBytesMin less is too little
 */
public record Thresholds(
    long diskFreeBytesMin,
    long overlayBytesMax,
    long journalLagBytesMax,
    double unstoredSecondsMax,
    long cacheBytesMax,
    long storeCacheBytesMax) {
  boolean isDiskFull(Sample sample) {
    return sample.diskFreeBytes() < diskFreeBytesMin || sample.journal().full();
  }

  boolean isOverlayFull(Sample sample) {
    return sample.memory().overlayBytes() > overlayBytesMax;
  }

  boolean isJournalLong(Sample sample) {
    return sample.journalLagBytes() > journalLagBytesMax;
  }

  boolean isStoreBehind(Sample sample) {
    return sample.unstoredSeconds() > unstoredSecondsMax;
  }
}
