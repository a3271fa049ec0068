package dev.millrace.node.config;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;

/** How far one word is from another. */
final class Spelling {
  private Spelling() {}

  static String nearest(String word, Collection<String> words) {
    return Collections.min(words, Comparator.comparingInt(other -> distance(word, other)));
  }

  /** Letters to insert, remove or replace. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
