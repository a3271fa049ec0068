package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueFilter.Sort;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueOrder.By;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.QueueStats.Rates;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SurveyAdapterTest {
  @Test
  void absentFieldsMeanEveryQueueOfTheDefaultGroup() {
    assertThat(SurveyAdapter.command(QueueFilter.getDefaultInstance(), true))
        .isEqualTo(
            new Command.Survey(
                new NameFilter("", NamePattern.ANY),
                0,
                Long.MAX_VALUE,
                QueueOrder.BY_NAME,
                100,
                null));
  }

  @Test
  void filterCarriesAllItsFields() {
    var order = new QueueOrder(By.TASKS, true);
    var last = new QueueOrder.Key(42, new QueueName("tenant", "mail"));
    var filter =
        QueueFilter.newBuilder()
            .setPattern(pattern("m.*").toBuilder().setAllGroups(true))
            .setMinTasks(1)
            .setMaxTasks(9)
            .setSort(Sort.TASKS)
            .setDescending(true)
            .setPageSize(1000)
            .setPageToken(PageToken.encode(order, last))
            .build();

    assertThat(SurveyAdapter.command(filter, true))
        .isEqualTo(
            new Command.Survey(
                new NameFilter(null, NamePattern.of("m.*")), 1, 9, order, 1000, last));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SORT_UNSPECIFIED", "UNRECOGNIZED"})
  void everySortHasItsCounterpart(Sort sort) {
    var survey = SurveyAdapter.command(QueueFilter.newBuilder().setSort(sort).build(), true);

    assertThat(survey.order().by().name()).isEqualTo(sort.name());
  }

  @Test
  void sumsAreMadeForThoseWhoShowThem() {
    assertThat(SurveyAdapter.command(QueueFilter.getDefaultInstance(), true).summed()).isTrue();
    assertThat(SurveyAdapter.command(QueueFilter.getDefaultInstance(), false).summed()).isFalse();
  }

  @Test
  void boundBeyond63BitsIsTheLargest() {
    var survey =
        SurveyAdapter.command(
            QueueFilter.newBuilder().setMinTasks(-1).setMaxTasks(-1).build(), true);

    assertThat(survey.minTasks()).isEqualTo(Long.MAX_VALUE);
    assertThat(survey.maxTasks()).isEqualTo(Long.MAX_VALUE);
  }

  static Stream<Arguments> badFilters() {
    var both = Pattern.newBuilder().setGroup("g").setAllGroups(true);
    return Stream.of(
        arguments("unknown sort", QueueFilter.newBuilder().setSortValue(99), ErrorCode.INVALID),
        arguments("large page", QueueFilter.newBuilder().setPageSize(1001), ErrorCode.TOO_LARGE),
        arguments("huge page", QueueFilter.newBuilder().setPageSize(-1), ErrorCode.TOO_LARGE),
        arguments("bad token", QueueFilter.newBuilder().setPageToken("?"), ErrorCode.INVALID),
        arguments("two groups", QueueFilter.newBuilder().setPattern(both), ErrorCode.INVALID),
        arguments(
            "no pattern", QueueFilter.newBuilder().setPattern(pattern("[")), ErrorCode.INVALID));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badFilters")
  void badFilterIsRefused(String what, QueueFilter.Builder bad, ErrorCode code) {
    var problem = refusalOf(() -> SurveyAdapter.command(bad.build(), true));

    assertThat(problem.code()).as(what).isEqualTo(code);
  }

  @Test
  void unknownAgeAndLeaseTimeAreAbsent() {
    var rates = new Rates(1, 2, 3, 4, 5);
    var stats = new QueueStats(QueueName.of("mail"), 7, true, 1, 2, 3, -1, 10, 4, rates, rates, -1);

    var size = SurveyAdapter.size(stats);

    assertThat(size.hasHeadAge()).isFalse();
    assertThat(size.getPaused()).isTrue();
    assertThat(size.getGeneration()).isEqualTo(7);
  }
}
