package dev.millrace.node.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.node.access.Access.Finding;
import dev.millrace.node.access.Access.Proof;
import dev.millrace.node.config.ConfigException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTextTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final TokenHash HASH = Token.hash("mr_secret");
  private static final Proof TOKEN = new Proof.OfToken(HASH);

  private static final String TEXT =
      """
      # A comment.

      principal mailer
      token %s expires 2027-02-01T00:00:00Z
      token %s
      certificate mailer.example.org
      allow enqueue,lease /mail.*
      allow list */*

      principal nobody
      """
          .formatted(HASH, Token.hash("mr_other"));

  private static Access parse(String text) {
    return AccessText.parse("access", text);
  }

  @Test
  void fileIsWrittenAsItIsRead() {
    Access access = parse(TEXT);

    assertThat(access.entries()).hasSize(2);
    assertThat(access.entries().getFirst().rules())
        .containsExactly(Rule.parse("enqueue,lease /mail.*"), Rule.parse("list */*"));
    assertThat(parse(AccessText.of(access)).entries()).isEqualTo(access.entries());
  }

  @Test
  void tokenIsKnownUntilItExpires() {
    Access access = parse(TEXT);

    assertThat(access.find(TOKEN, NOW))
        .isInstanceOfSatisfying(
            Finding.Known.class, known -> assertThat(known.principal().name()).isEqualTo("mailer"));
    assertThat(access.find(TOKEN, Instant.parse("2027-02-01T00:00:00Z")))
        .isEqualTo(new Finding.Unknown("the token has expired", "mailer"));
    assertThat(access.find(new Proof.OfToken(Token.hash("mr_wrong")), NOW))
        .isInstanceOf(Finding.Unknown.class);
  }

  @Test
  void certificateIsKnownByTheFirstNameThatStandsForSomebody() {
    Access access = parse(TEXT);
    var proof =
        new Proof.OfCertificate(List.of("other.example.org", "mailer.example.org"), Instant.MAX);

    assertThat(access.find(proof, NOW)).isInstanceOf(Finding.Known.class);
    assertThat(access.find(new Proof.OfCertificate(List.of("mailer.example.org"), NOW), NOW))
        .isInstanceOf(Finding.Unknown.class);
  }

  @Test
  void proofHoldsAsLongAsNameAndRulesStay() {
    Access before = parse(TEXT);
    Principal principal = ((Finding.Known) before.find(TOKEN, NOW)).principal();

    assertThat(parse(TEXT).holds(TOKEN, principal, NOW)).isTrue();
    assertThat(parse(TEXT.replace("allow list */*", "")).holds(TOKEN, principal, NOW)).isFalse();
    assertThat(parse(TEXT.replace("principal mailer", "principal b")).holds(TOKEN, principal, NOW))
        .isFalse();
    assertThat(Access.NONE.holds(TOKEN, principal, NOW)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allow list */* | line 1: the first line is",
        "principal | line 1: a name has",
        "principal a b | line 1: a name has",
        "principal a;principal a | line 2: a is there a second time",
        "principal a;token md5:00 | line 2: a token is",
        "principal a;token sha256:00 expires never | line 2: a",
        "principal a;grant list */* | line 2: a line begins with",
        "principal a;allow read */* | line 2: 'read */*' is no rule",
      })
  void wrongLineIsNamed(String lines, String message) {
    assertThatThrownBy(() -> parse(lines.replace(';', '\n')))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @Test
  void tokenStandsForOne() {
    String twice = "principal a\ntoken %s\nprincipal b\ntoken %s\n".formatted(HASH, HASH);

    assertThatThrownBy(() -> parse(twice))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("stands for a and for b");
  }

  @Test
  void fileHasNoSecret() {
    String token = Token.of(new Random(1));

    assertThat(token).startsWith("mr_").hasSize(3 + 43);
    assertThat(Token.hash(token).toString()).doesNotContain(token.substring(3));
  }
}
