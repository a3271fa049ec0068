package dev.millrace.node.metrics;

/** Every metric of our own, as docs/metrics.md lists them. Names stay for ever. */
public enum Metric {
  QUEUES("millrace_queues", "Queues that hold tasks or are paused."),
  TASKS("millrace_tasks", "Tasks, by state: available, leased, delayed."),
  TASK_RATE(
      "millrace_task_rate",
      "Per second over the last 10 s, by event: enqueued, collapsed, leased, dequeued, expired."),

  CALL_TIME(
      "millrace_call_seconds",
      "From the arrival of a call to its answer, by kind and outcome; a lease that waits takes as"
          + " long as it waits."),
  CONNECTIONS("millrace_connections", "Open connections, by protocol: grpc, http."),
  CONNECTIONS_REFUSED(
      "millrace_http_connections_refused",
      "HTTP connections that were closed at once, because there were too many."),

  STAGE_WAITING("millrace_stage_waiting", "Events that wait before a stage."),
  STAGE_WAITING_MAX("millrace_stage_waiting_max", "Events that may wait before a stage."),
  STAGE_DELAY(
      "millrace_stage_delay_p90_seconds", "What nine of ten events waited at most, lately."),
  STAGE_EVENTS("millrace_stage_events", "Events that a stage has handled."),
  STAGE_BATCHES("millrace_stage_batches", "Batches in which a stage has handled its events."),
  STAGE_BATCH_MAX("millrace_stage_batch_max", "Events that a stage takes at once at most."),
  STAGE_REFUSED("millrace_stage_refused", "Events that a stage has not taken."),
  STAGE_THREADS("millrace_stage_threads", "Threads of a stage that are at work."),
  STAGE_WAIT_TIME("millrace_stage_wait_seconds", "What all events have waited before a stage."),
  STAGE_SERVICE_TIME("millrace_stage_service_seconds", "What a stage has worked."),

  JOURNAL_BYTES("millrace_journal_bytes", "Size of the journal's files."),
  JOURNAL_SEGMENTS("millrace_journal_segments", "Files of the journal that hold frames."),
  JOURNAL_SPARE_SEGMENTS("millrace_journal_spare_segments", "Files prepared for later."),
  JOURNAL_FRAMES("millrace_journal_frames", "Frames that are durable."),
  COMMIT_TIME("millrace_commit_seconds", "To write and sync what waited."),
  JOURNAL_LAG(
      "millrace_journal_lag_bytes",
      "What of the journal is kept because the store doesn't have it yet: read again after a"
          + " crash."),
  JOURNAL_LAG_LIMIT("millrace_journal_lag_bytes_limit", "Above this something is wrong."),

  OVERLAY_BYTES("millrace_overlay_bytes", "Changes in memory that are not in the store yet."),
  OVERLAY_BYTES_LIMIT(
      "millrace_overlay_bytes_limit", "Above this, what makes queues longer is refused."),
  CACHE_BYTES("millrace_cache_bytes", "Tasks in memory that are in the store too."),
  CACHE_BYTES_LIMIT(
      "millrace_cache_bytes_limit", "Above this, queues used longest ago lose theirs."),
  UNSTORED_AGE(
      "millrace_unstored_age_seconds", "Age of the oldest change that the store has not taken."),
  UNSTORED_AGE_LIMIT("millrace_unstored_age_seconds_limit", "Above this something is wrong."),

  STORE_ROWS("millrace_store_rows", "Rows of the store, by its own estimate."),
  STORE_FILES("millrace_store_files", "Files of the store with rows."),
  STORE_BYTES("millrace_store_bytes", "Their size."),
  STORE_CACHE_BYTES("millrace_store_cache_bytes", "Memory of the store's cache and memtables."),
  STORE_CACHE_BYTES_LIMIT("millrace_store_cache_bytes_limit", "What they are kept within."),
  STORE_PENDING_BYTES(
      "millrace_store_pending_compaction_bytes", "What compactions have yet to rewrite."),
  STORE_ERRORS("millrace_store_background_errors", "Failed flushes and compactions."),
  STORE_STOPPED(
      "millrace_store_write_stopped", "1 while layers wait for flushes or compactions, else 0."),
  STORE_READS(
      "millrace_store_reads", "Reads from the store, by kind: inquiry, look_up, scan, row."),

  DISK_FREE("millrace_disk_free_bytes", "Free space on the file system of the data directory."),
  DISK_FREE_LIMIT(
      "millrace_disk_free_bytes_limit", "Below this, what makes queues longer is refused."),

  ALERT(
      "millrace_alert",
      "1 while a value is beyond its limit, else 0, by name: disk, overlay, journal_lag,"
          + " unstored_age, store_errors."),
  READY("millrace_ready", "1 while calls should be sent here, else 0.");

  private final String id;
  private final String help;

  Metric(String id, String help) {
    this.id = id;
    this.help = help;
  }

  /** Its name; what counts up ends in {@code _total} when it is shown. */
  public String id() {
    return id;
  }

  public String help() {
    return help;
  }
}
