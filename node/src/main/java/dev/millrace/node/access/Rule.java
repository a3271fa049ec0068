package dev.millrace.node.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.node.config.ConfigException;
import dev.millrace.queue.NameScope.Part;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Allows verbs on queues. As text {@code enqueue,lease GROUP/NAME}: no group is the default group,
 * {@code *} every group; a name that ends with {@code *} is the beginning of names. Without a slash
 * the group is the default one. Any byte may be written {@code %XX}, and {@code %}, spaces at the
 * ends, and a {@code /} or {@code *} that means itself must be.
 */
public record Rule(Set<Verb> verbs, Part queues) {
  private static final String ANY = "*";

  public Rule {
    verbs = Set.copyOf(verbs);
  }

  /**
   * Reads a rule.
   *
   * @throws ConfigException if it isn't one
   */
  public static Rule parse(String text) {
    String rule = text.strip();
    int space = rule.indexOf(' ');
    if (space < 0) {
      throw wrong(text, "it has verbs, a space, and queues");
    }
    return new Rule(
        verbs(text, rule.substring(0, space)), queues(text, rule.substring(space).strip()));
  }

  private static Set<Verb> verbs(String text, String words) {
    Set<Verb> verbs = EnumSet.noneOf(Verb.class);
    for (String word : words.split(",", -1)) {
      verbs.add(
          Verb.of(word)
              .orElseThrow(
                  () -> wrong(text, "'%s' is no verb; there are %s".formatted(word, allVerbs()))));
    }
    return verbs;
  }

  private static String allVerbs() {
    return EnumSet.allOf(Verb.class).stream().map(Verb::word).collect(Collectors.joining(", "));
  }

  private static Part queues(String text, String names) {
    int slash = names.indexOf('/');
    String group = slash < 0 ? "" : names.substring(0, slash);
    String name = names.substring(slash + 1);
    boolean isBeginning = name.endsWith(ANY);
    Part part =
        new Part(
            group.equals(ANY) ? null : decoded(text, group),
            decoded(text, isBeginning ? name.substring(0, name.length() - 1) : name),
            !isBeginning);
    check(text, part);
    return part;
  }

  private static void check(String text, Part part) {
    if (part.isWhole() && part.name().isEmpty()) {
      throw wrong(text, "it names no queue; all of a group are GROUP/*");
    }
    try {
      var _ =
          new QueueName(
              part.group() == null ? "" : part.group(), part.name().isEmpty() ? "-" : part.name());
    } catch (QueueException e) {
      throw wrong(text, e.problem().message());
    }
  }

  private static String decoded(String text, String written) {
    if (written.indexOf('%') < 0) {
      if (written.contains(ANY)) {
        throw wrong(text, "a * stands for a group, or at the end; one that means itself is %2A");
      }
      return written;
    }
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < written.length(); ) {
      int c = written.codePointAt(i);
      if (c == '%') {
        bytes.write(number(text, written, i + 1));
        i += 3;
      } else {
        bytes.writeBytes(Character.toString(c).getBytes(UTF_8));
        i += Character.charCount(c);
      }
    }
    return bytes.toString(UTF_8);
  }

  private static int number(String text, String written, int at) {
    if (at + 2 <= written.length() && written.substring(at, at + 2).matches("[0-9A-Fa-f]{2}")) {
      return Integer.parseInt(written, at, at + 2, 16);
    }
    throw wrong(text, "after a % come two hexadecimal digits");
  }

  private static ConfigException wrong(String text, String why) {
    return new ConfigException("'%s' is no rule such as 'enqueue,lease /mail.*': %s", text, why);
  }

  /** The rule as it is read. */
  @Override
  public String toString() {
    String words = verbs.stream().sorted().map(Verb::word).collect(Collectors.joining(","));
    return words
        + " "
        + (queues.group() == null ? ANY : encoded(queues.group()))
        + "/"
        + encoded(queues.name())
        + (queues.isWhole() ? "" : ANY);
  }

  private static String encoded(String text) {
    var written = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      boolean isPlain = b > ' ' && b < 0x7f && b != '%' && b != '*' && b != '/' && b != '#';
      if (isPlain) {
        written.append((char) b);
      } else {
        written.append("%%%02X".formatted(b & 0xff));
      }
    }
    return written.toString();
  }
}
