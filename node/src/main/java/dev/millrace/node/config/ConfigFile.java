package dev.millrace.node.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The text of a configuration file: lines of {@code key = value}, empty lines, and comments that
 * start with {@code #}.
 */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * The settings, in the order of the file.
   *
   * @param name of the file, for messages
   */
  public static Map<String, String> parse(String name, String text) {
    Map<String, String> settings = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      int equals = content.indexOf('=');
      if (equals < 1) {
        throw new ConfigException(
            "%s line %d: expected `key = value`, not '%s'", name, number, content);
      }
      String key = content.substring(0, equals).strip();
      if (settings.putIfAbsent(key, content.substring(equals + 1).strip()) != null) {
        throw new ConfigException("%s line %d: %s is set a second time", name, number, key);
      }
    }
    return settings;
  }
}
