package dev.millrace.node.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.node.config.ConfigException;
import dev.millrace.queue.NameScope.Part;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {
  @ParameterizedTest
  @CsvSource({
    "enqueue mail,             enqueue /mail",
    "'lease,enqueue /mail.*',  'enqueue,lease /mail.*'",
    "'enqueue,lease  g/mail*', 'enqueue,lease g/mail*'",
    "admin */*,                admin */*",
    "list g/*,                 list g/*",
    "list /a/b,                list /a%2Fb",
    "list a%2Fb/%2A,           list a%2Fb/%2A",
    "list /%C3%A4*,            list /%C3%A4*",
    "list /ä*,                 list /%C3%A4*",
    "list '/two words',        'list /two%20words'",
  })
  void ruleIsWrittenAsItIsRead(String given, String written) {
    Rule rule = Rule.parse(given.replace("'", ""));

    assertThat(rule.toString()).isEqualTo(written.replace("'", ""));
    assertThat(Rule.parse(rule.toString())).isEqualTo(rule);
  }

  @Test
  void ruleNamesGroupAndBeginning() {
    assertThat(Rule.parse("lease,complete g/mail.*"))
        .isEqualTo(new Rule(Set.of(Verb.LEASE, Verb.COMPLETE), new Part("g", "mail.", false)));
    assertThat(Rule.parse("list mail").queues()).isEqualTo(new Part("", "mail", true));
    assertThat(Rule.parse("list */mail").queues()).isEqualTo(new Part(null, "mail", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "list",
        "list /",
        "read /mail",
        "list, /mail",
        "LIST /mail",
        "list /ma*il",
        "list m*/mail",
        "list /mail%4",
        "list /mail%zz",
        "list /mail%00",
      })
  void whatIsNoRuleIsRefused(String text) {
    assertThatThrownBy(() -> Rule.parse(text)).isInstanceOf(ConfigException.class);
  }
}
