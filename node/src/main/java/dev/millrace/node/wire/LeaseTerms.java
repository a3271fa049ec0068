package dev.millrace.node.wire;

import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.wire.LeaseRoute.Share;
import dev.millrace.queue.Command.Lease;

/** A lease over several slots: what each of them is told. */
record LeaseTerms(Lease lease, Durability durability, Caller caller) {
  Ask ask(Share share, int maxTasks, long waitMillis) {
    Lease part =
        new Lease(
            share.source(),
            maxTasks,
            lease.leaseMillis(),
            lease.maxPid(),
            waitMillis,
            lease.holder(),
            lease.request());
    return new Ask(share.slot(), part, durability);
  }
}
