package dev.millrace.node.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Rule;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.config.ConfigFile;
import dev.millrace.node.config.Settings;
import dev.millrace.node.server.NodeConfig;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Text that people and strangers write: settings, access files, rules, names, patterns. */
final class TextTargets {
  private TextTargets() {}

  static void settings(byte[] bytes) {
    try {
      var settings =
          Settings.of(NodeConfig.defaults()).with("fuzz", ConfigFile.parse("fuzz", text(bytes)));
      var _ = settings.count("port", 0, 65_535);
      var _ = settings.bytes("segment-bytes", 1 << 20, 1 << 30);
      var _ = settings.time("drain-time-max", Duration.ZERO, Duration.ofDays(1));
    } catch (ConfigException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  static void accessFile(byte[] bytes) {
    try {
      var access = AccessText.parse("fuzz", text(bytes));
      assertThat(AccessText.parse("again", AccessText.of(access)).entries())
          .isEqualTo(access.entries());
    } catch (ConfigException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  static void rule(byte[] bytes) {
    try {
      Rule rule = Rule.parse(text(bytes));
      assertThat(Rule.parse(rule.toString())).isEqualTo(rule);
    } catch (ConfigException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  /** Before a zero a pattern, behind it a name. */
  static void nameAndPattern(byte[] bytes) {
    String text = text(bytes);
    int zero = text.indexOf('\0');
    try {
      QueueName name = QueueName.of(zero < 0 ? "mail" : text.substring(zero + 1));
      NamePattern pattern = NamePattern.of(zero < 0 ? text : text.substring(0, zero));
      boolean first = pattern.matches(name.name());
      assertThat(pattern.matches(name.name())).isEqualTo(first);
    } catch (QueueException e) {
      assertThat(e.problem().message()).isNotEmpty();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
