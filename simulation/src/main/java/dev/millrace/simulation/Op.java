package dev.millrace.simulation;

import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Pid;
import dev.millrace.queue.RequestId;
import java.util.List;
import java.util.Optional;

/**
 * A command that a client has sent.
 *
 * @param caller its number, larger than that of every command sent before
 * @param expiryNanos when the command is dropped if it wasn't executed
 */
record Op(long caller, int slot, Command command, Durability durability, long expiryNanos) {
  Optional<RequestId> request() {
    return Optional.ofNullable(
        switch (command) {
          case Command.Update update -> update.request();
          case Command.Lease lease -> lease.request();
          case Command.DeleteQueue delete -> delete.request();
          case Command.DeleteMatching delete -> delete.request();
          default -> null;
        });
  }

  /**
   * What was available in the one queue of a lease just before it was executed, for judging what it
   * got.
   */
  record Shelf(long caller, List<Pid> available) {}
}
