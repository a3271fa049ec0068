package dev.millrace.node.load;

/**
 * What became of the tasks of a load.
 *
 * @param created tasks that are new
 * @param collapsed tasks whose PID was there already, in the queue or in the load
 * @param bytes of the files that were added to the store
 */
public record LoadResult(long created, long collapsed, long bytes) {}
