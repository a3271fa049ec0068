package dev.millrace.queue;

/** Where a task is. */
public record TaskName(QueueName queue, Pid pid) {}
