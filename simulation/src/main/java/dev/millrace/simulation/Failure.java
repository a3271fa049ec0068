package dev.millrace.simulation;

import java.util.List;

/**
 * A seed that failed.
 *
 * @param operations the smallest number of operations with which it still fails
 * @param check the rule that was broken
 * @param story the last steps before
 */
public record Failure(long seed, int operations, String check, String message, List<String> story) {
  public Failure {
    story = List.copyOf(story);
  }
}
