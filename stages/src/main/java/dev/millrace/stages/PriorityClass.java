package dev.millrace.stages;

/**
 * Events of one priority. A stage serves its classes in their order.
 *
 * @param headroom the part of what the stage admits that this class and those before it may fill;
 *     over 1 for a class that is to be refused later than others
 */
public record PriorityClass(String name, double headroom) {
  public PriorityClass {
    if (headroom <= 0) {
      throw new IllegalArgumentException("class %s has no room".formatted(name));
    }
  }
}
