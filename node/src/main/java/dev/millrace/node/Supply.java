package dev.millrace.node;

import dev.millrace.queue.Finding;
import java.util.List;

/**
 * What was read for an inquiry of a slot.
 *
 * @param version the ticket up to which what was read contains everything of the slot
 * @param findings in the order of the inquiry's needs
 */
public record Supply(int slot, long inquiry, long version, List<Finding> findings) {
  public Supply {
    findings = List.copyOf(findings);
  }
}
