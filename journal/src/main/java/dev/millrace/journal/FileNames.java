package dev.millrace.journal;

import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The names of the files in a data directory. */
final class FileNames {
  static final String MARKER = "millrace.properties";
  static final String MARKER_NEW = "millrace.properties.new";

  /** The marker of a higher format, on its way to replace the marker. */
  static final String MARKER_RAISED = "millrace.properties.raised";

  /** There while a directory is filled by a restore or a salvage: nobody may open it. */
  static final String UNFINISHED = "millrace.unfinished";

  static final String STORE = "store";
  static final String LOCK = "millrace.lock";
  static final String ANCHOR = "journal.anchor";

  private static final Pattern SEGMENT = Pattern.compile("journal-([0-9a-f]{16})\\.segment");
  private static final Pattern RAW = Pattern.compile("journal-([0-9a-f]{16})\\.new");

  /** Names that other parts of a node may use; mkfs makes the last one. */
  private static final Pattern OTHERS =
      Pattern.compile("checkpoint-.*|store|store-.*|lost\\+found");

  private FileNames() {}

  static String segment(long number) {
    return "journal-" + HexFormat.of().toHexDigits(number) + ".segment";
  }

  /** A file that isn't a segment yet or any more: its bytes mean nothing, its blocks are of use. */
  static String raw(long number) {
    return "journal-" + HexFormat.of().toHexDigits(number) + ".new";
  }

  static OptionalLong segmentNumber(String name) {
    return number(SEGMENT, name);
  }

  static OptionalLong rawNumber(String name) {
    return number(RAW, name);
  }

  private static OptionalLong number(Pattern pattern, String name) {
    var matcher = pattern.matcher(name);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    long number = HexFormat.fromHexDigitsToLong(matcher.group(1));
    return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
  }

  static boolean isJournal(String name) {
    return name.equals(ANCHOR) || segmentNumber(name).isPresent() || rawNumber(name).isPresent();
  }

  static boolean isKnown(String name) {
    return isJournal(name)
        || name.equals(MARKER)
        || name.equals(MARKER_NEW)
        || name.equals(MARKER_RAISED)
        || name.equals(UNFINISHED)
        || name.equals(LOCK)
        || OTHERS.matcher(name).matches();
  }

  static boolean isMadeByFileSystem(String name) {
    return name.equals("lost+found");
  }
}
