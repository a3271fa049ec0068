package dev.millrace.queue;

import java.util.List;

/**
 * What a slot asks of its store, all to be read in one version and supplied together.
 *
 * @param number names the inquiry in its slot; used once
 */
public record Inquiry(long number, List<Need> needs) {
  public Inquiry {
    needs = List.copyOf(needs);
  }
}
