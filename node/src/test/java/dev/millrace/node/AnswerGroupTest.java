package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerGroupTest {
  private final List<String> done = new ArrayList<>();

  @Test
  void actionsFollowTheLastAnswerOfTheirGroup() {
    AnswerGroup.give(
        () -> {
          AnswerGroup.after(() -> done.add("action"));
          done.add("answer");
        });

    assertThat(done).containsExactly("answer", "action");
  }

  @Test
  void withoutAGroupAnActionIsDoneAtOnce() {
    AnswerGroup.after(() -> done.add("action"));

    assertThat(done).containsExactly("action");
  }

  @Test
  void groupInsideAGroupIsAPartOfIt() {
    AnswerGroup.give(
        () -> {
          AnswerGroup.give(() -> AnswerGroup.after(() -> done.add("action")));
          done.add("answer");
        });

    assertThat(done).containsExactly("answer", "action");
  }

  @Test
  void actionThatFailsLeavesTheOthersTheirTurn() {
    AnswerGroup.give(
        () -> {
          AnswerGroup.after(
              () -> {
                throw new IllegalStateException("on purpose");
              });
          AnswerGroup.after(() -> AnswerGroup.give(() -> done.add("answer of an action")));
          AnswerGroup.after(() -> done.add("action"));
        });

    assertThat(done).containsExactly("answer of an action", "action");
  }
}
