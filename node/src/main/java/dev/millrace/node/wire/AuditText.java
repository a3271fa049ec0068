package dev.millrace.node.wire;

/**
 * Text of strangers in a log line: it can't end the line, turn its direction or look like another
 * field of it.
 */
final class AuditText {
  private static final int LENGTH_MAX = 256;

  private AuditText() {}

  static String of(String text) {
    var safe = new StringBuilder();
    boolean isPlain = !text.isEmpty();
    int length = 0;
    for (int i = 0; i < text.length(); length++) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (length == LENGTH_MAX) {
        safe.append('…');
        isPlain = false;
        break;
      }
      isPlain &= c != ' ' && c != '=' && c != '"' && c != '\\';
      append(safe, c);
    }
    return isPlain ? safe.toString() : "\"" + safe + "\"";
  }

  private static void append(StringBuilder safe, int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          safe.append("\\u{%x}".formatted(c));
      default -> {
        if (c == '"' || c == '\\') {
          safe.append('\\');
        }
        safe.appendCodePoint(c);
      }
    }
  }
}
