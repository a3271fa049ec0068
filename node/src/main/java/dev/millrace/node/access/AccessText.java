package dev.millrace.node.access;

import dev.millrace.node.access.Access.Entry;
import dev.millrace.node.access.Access.TokenRecord;
import dev.millrace.node.config.ConfigException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The text of an access file: for each principal a line {@code principal NAME}, followed by its
 * lines {@code token sha256:HEX expires TIME}, {@code certificate NAME} and {@code allow RULE};
 * empty lines, and comments that start with {@code #}.
 */
public final class AccessText {
  /** A file is read whole. */
  public static final int BYTES_MAX = 4 << 20;

  private static final int PRINCIPALS_MAX = 10_000;
  private static final int LINES_EACH_MAX = 100;
  private static final int CERTIFICATE_NAME_MAX = 512;

  private static final String HEAD =
      """
      # Who may call this node; written by `millrace token`, read again when it changes.
      """;

  private AccessText() {}

  public static boolean isName(String name) {
    return name.matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
  }

  /**
   * Reads a file.
   *
   * @param name of the file, for messages
   * @throws ConfigException with the line that is wrong; nothing of such a file counts
   */
  public static Access parse(String name, String text) {
    List<Block> blocks = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      try {
        read(blocks, names, content);
      } catch (ConfigException e) {
        throw new ConfigException("%s line %d: %s", name, number, String.valueOf(e.getMessage()));
      }
    }
    try {
      return new Access(blocks.stream().map(Block::entry).toList());
    } catch (ConfigException e) {
      throw new ConfigException("%s: %s", name, String.valueOf(e.getMessage()));
    }
  }

  private static void read(List<Block> blocks, Set<String> names, String line) {
    int space = line.indexOf(' ');
    String word = space < 0 ? line : line.substring(0, space);
    String rest = space < 0 ? "" : line.substring(space).strip();
    if (word.equals("principal")) {
      if (!isName(rest)) {
        throw new ConfigException(
            "a name has 1 to 64 letters, digits, '.', '_', '@' or '-', not '%s'", rest);
      }
      if (!names.add(rest)) {
        throw new ConfigException("%s is there a second time", rest);
      }
      if (names.size() > PRINCIPALS_MAX) {
        throw new ConfigException("there are more than %d principals", PRINCIPALS_MAX);
      }
      blocks.add(new Block(rest));
    } else if (blocks.isEmpty()) {
      throw new ConfigException("the first line is `principal NAME`, not '%s'", line);
    } else {
      blocks.getLast().add(word, rest);
    }
  }

  /** The lines of one principal. */
  private static final class Block {
    private final String name;
    private final List<TokenRecord> tokens = new ArrayList<>();
    private final List<String> certificates = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private int lines;

    Block(String name) {
      this.name = name;
    }

    void add(String word, String rest) {
      if (++lines > LINES_EACH_MAX) {
        throw new ConfigException("%s has more than %d lines", name, LINES_EACH_MAX);
      }
      switch (word) {
        case "token" -> tokens.add(token(rest));
        case "certificate" -> certificates.add(certificate(rest));
        case "allow" -> rules.add(Rule.parse(rest));
        default ->
            throw new ConfigException(
                "a line begins with principal, token, certificate or allow, not '%s'", word);
      }
    }

    private static TokenRecord token(String text) {
      String[] words = text.split(" +");
      if (words.length == 1) {
        return new TokenRecord(TokenHash.parse(words[0]), Instant.MAX);
      }
      if (words.length != 3 || !words[1].equals("expires")) {
        throw new ConfigException(
            "a token is `token sha256:HEX` or `token sha256:HEX expires TIME`");
      }
      try {
        return new TokenRecord(TokenHash.parse(words[0]), Instant.parse(words[2]));
      } catch (DateTimeException e) {
        throw new ConfigException("a time is such as 2027-01-31T12:00:00Z, not '%s'", words[2]);
      }
    }

    private static String certificate(String name) {
      if (name.isEmpty() || name.length() > CERTIFICATE_NAME_MAX) {
        throw new ConfigException("the name in a certificate has 1 to 512 characters");
      }
      return name;
    }

    Entry entry() {
      return new Entry(name, tokens, certificates, rules);
    }
  }

  /** The text that says this. */
  public static String of(Access access) {
    var text = new StringBuilder(HEAD);
    for (Entry entry : access.entries()) {
      text.append("\nprincipal ").append(entry.name()).append('\n');
      for (TokenRecord token : entry.tokens()) {
        text.append("token ").append(token.hash());
        if (!token.expires().equals(Instant.MAX)) {
          text.append(" expires ").append(token.expires());
        }
        text.append('\n');
      }
      entry.certificates().forEach(name -> text.append("certificate ").append(name).append('\n'));
      entry.rules().forEach(rule -> text.append("allow ").append(rule).append('\n'));
    }
    return text.toString();
  }
}
