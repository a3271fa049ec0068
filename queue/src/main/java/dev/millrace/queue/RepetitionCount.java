package dev.millrace.queue;

/**
 * An upper bound on how often a regular expression's counted repetitions copy what they repeat:
 * their product.
 */
final class RepetitionCount {
  private RepetitionCount() {}

  /**
   * The product of the larger bounds of all {@code {m,n}} in the source; at most {@link
   * Integer#MAX_VALUE}.
   */
  static int of(String source) {
    long product = 1;
    for (int open = source.indexOf('{'); open >= 0; open = source.indexOf('{', open + 1)) {
      product = Math.min(Integer.MAX_VALUE, product * Math.max(1, largestBound(source, open + 1)));
    }
    return (int) product;
  }

  private static long largestBound(String source, int start) {
    long largest = 0;
    long number = 0;
    for (int i = start; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c >= '0' && c <= '9') {
        number = Math.min(Integer.MAX_VALUE, number * 10 + (c - '0'));
      } else if (c == ',') {
        largest = Math.max(largest, number);
        number = 0;
      } else {
        return c == '}' ? Math.max(largest, number) : 1;
      }
    }
    return 1;
  }
}
