package dev.millrace.queue;

import java.util.Random;

/** Patterns of all that RE2 knows, and names that come near them. */
final class RandomPattern {
  /**
   * Letters with two and three cases, digits, signs, what assertions look at, and halves of pairs.
   */
  private static final String[] LETTERS = {
    "a", "b", "B", "k", "K", "\u212a", "s", "ſ", "ß", "ü", "Ü", "Σ", "ς", "σ", "1", "7", "-", "_",
    "/", " ", "\n", "😀", "𐐀", "𐐨", "\ud83d", "\ude00"
  };

  private static final String[] ATOMS = {
    ".",
    "[ab]",
    "[^a]",
    "[a-k]",
    "[^a-k1]",
    "[[:alpha:]]",
    "[[:^digit:]]",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\pL",
    "\\PL",
    "\\p{Greek}",
    "[\\pN_]",
    "^",
    "$",
    "\\A",
    "\\z",
    "\\b",
    "\\B",
    "\\Qa.b\\E",
    "\\x{1F600}",
    "[^\\x00-\\x{10FFFF}]",
    "[😀-😎ü]",
    "",
    "(?i)",
    "(?-i)",
    "(?m)",
    "(?-s)",
    "(?U)",
    "(?i:k)",
    "(?m:^a$)",
    "(?-s:.)"
  };

  private static final String[] REPEATS = {
    "*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{0}", "{2,3}?"
  };

  private final Random random;

  RandomPattern(Random random) {
    this.random = random;
  }

  String pattern() {
    return pattern(3);
  }

  private String pattern(int depth) {
    StringBuilder source = new StringBuilder();
    int parts = random.nextInt(5);
    for (int i = 0; i < parts; i++) {
      source.append(part(depth));
      if (random.nextInt(3) == 0) {
        source.append(one(REPEATS));
      }
      if (random.nextInt(6) == 0) {
        source.append('|');
      }
    }
    return source.toString();
  }

  private String part(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0, 1, 2 -> letter();
      case 3 -> ".*";
      case 4, 5 -> one(ATOMS);
      case 6 -> "(" + pattern(depth - 1) + ")";
      case 7 -> "(?:" + pattern(depth - 1) + ")";
      default -> "(?" + one("i", "m", "-s", "U", "P<n>", "im-s") + groupEnd(depth);
    };
  }

  /** Closes what may be flags or a name; what isn't a pattern is skipped by the caller. */
  private String groupEnd(int depth) {
    return (random.nextInt(4) == 0 ? "" : ":") + pattern(depth - 1) + ")";
  }

  String name() {
    StringBuilder name = new StringBuilder();
    int length = random.nextInt(8);
    for (int i = 0; i < length; i++) {
      name.append(random.nextInt(10) == 0 ? "a.b" : letter());
    }
    return name.toString();
  }

  private String letter() {
    // Few letters most of the time, so that names match now and then.
    return LETTERS[random.nextBoolean() ? random.nextInt(3) : random.nextInt(LETTERS.length)];
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
