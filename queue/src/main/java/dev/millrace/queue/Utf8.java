package dev.millrace.queue;

/** How texts are as bytes, without making the bytes. */
final class Utf8 {
  private Utf8() {}

  /**
   * As many bytes as {@code String.getBytes} makes: half of a pair that has no other half is one.
   */
  static int length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        length++;
      } else if (c < 0x800) {
        length += 2;
      } else if (!Character.isSurrogate(c)) {
        length += 3;
      } else if (isPair(text, i)) {
        length += 4;
        i++;
      } else {
        length++;
      }
    }
    return length;
  }

  private static boolean isPair(String text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }
}
