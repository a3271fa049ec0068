package dev.millrace.node.load;

import dev.millrace.store.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A task to be put into a queue as if it were enqueued there now.
 *
 * @param group empty for the default group
 * @param pid none for a FIFO PID
 * @param trace empty for none
 * @param notBeforeMillis nobody may lease it earlier; 0 for at once
 */
public record LoadedTask(
    String group,
    String queue,
    @Nullable Bytes pid,
    Bytes data,
    String trace,
    long notBeforeMillis) {}
