package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.NameScope.Part;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameScopeTest {
  private static final List<Part> PARTS =
      List.of(
          new Part(null, "", false),
          new Part(null, "a", false),
          new Part("", "a", true),
          new Part("", "", false),
          new Part("g", "ab", false),
          new Part("g", "ab", true),
          new Part("h", "a", false));

  private static final List<QueueName> NAMES =
      List.of(
          QueueName.of("a"),
          QueueName.of("ab"),
          QueueName.of("b"),
          new QueueName("g", "a"),
          new QueueName("g", "ab"),
          new QueueName("g", "abc"),
          new QueueName("h", "ab"),
          new QueueName("gh", "ab"));

  @ParameterizedTest
  @CsvSource({
    ",       mail, false, '', mail.in, true",
    ",       mail, false, g,  mail,    true",
    ",       mail, true,  '', mail.in, false",
    "'',     mail, false, g,  mail.in, false",
    "g,      mail, false, g,  mai,     false",
    "g,      '',   false, g,  any,     true",
    "g,      '',   false, gg, any,     false",
  })
  void partIsAGroupAndTheBeginningOfAName(
      @Nullable String group, String name, boolean isWhole, String of, String queue, boolean has) {
    var scope = new NameScope(List.of(new Part(group, name, isWhole)));

    assertThat(scope.has(new QueueName(of, queue))).isEqualTo(has);
  }

  @Test
  void rosterSeesTheSameAsNames() {
    for (Part part : PARTS) {
      for (QueueName name : NAMES) {
        char[] text = ("x" + name.group() + '\0' + name.name() + "yz").toCharArray();
        int nameStart = 2 + name.group().length();

        assertThat(part.has(text, 1, nameStart, nameStart + name.name().length()))
            .as("%s %s", part, name)
            .isEqualTo(part.has(name));
      }
    }
  }

  @Test
  void queueOfBothBelongsToEach() {
    for (Part one : PARTS) {
      for (Part other : PARTS) {
        var both = new NameScope(List.of(one)).and(new NameScope(List.of(other)));
        for (QueueName name : NAMES) {
          assertThat(both.has(name))
              .as("%s %s %s", one, other, name)
              .isEqualTo(one.has(name) && other.has(name));
        }
      }
    }
  }
}
