package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.QueueOrder.By;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists of queues. */
class SurveyTest {
  private static final int ALL = 100;

  private final SlotFixture slot = new SlotFixture();

  /**
   * Three queues: {@code a} has 1 available, {@code b} 2 leased and 1 available, {@code c} 2
   * delayed.
   */
  @BeforeEach
  void fill() {
    slot.enqueue("b", "1", "2", "3");
    slot.lease("b", 2);
    slot.pass(MINUTE.dividedBy(2));
    slot.enqueue("a", "1");
    slot.update(enqueue("c", "1", after(MINUTE)), enqueue("c", "2", after(MINUTE)));
  }

  @Test
  void sortsByName() {
    assertThat(names(By.NAME, false)).containsExactly("a", "b", "c");
    assertThat(names(By.NAME, true)).containsExactly("c", "b", "a");
  }

  @Test
  void sortsByTasks() {
    assertThat(names(By.TASKS, false)).containsExactly("a", "c", "b");
    assertThat(names(By.TASKS, true)).containsExactly("b", "c", "a");
  }

  @Test
  void sortsByAvailableThenName() {
    assertThat(names(By.AVAILABLE, false)).containsExactly("c", "a", "b");
    assertThat(names(By.AVAILABLE, true)).containsExactly("b", "a", "c");
  }

  @Test
  void sortsByLeased() {
    assertThat(names(By.LEASED, true)).containsExactly("b", "c", "a");
  }

  @Test
  void sortsByDelayed() {
    assertThat(names(By.DELAYED, true)).containsExactly("c", "b", "a");
  }

  @Test
  void sortsByAgeOfTheHead() {
    assertThat(names(By.HEAD_AGE, true)).containsExactly("b", "a", "c");
  }

  @Test
  void sortsByWhatComes() {
    assertThat(names(By.ENQUEUED, true)).containsExactly("c", "a", "b");
  }

  @Test
  void sortsByWhatIsDone() {
    slot.enqueue("a", "2");
    slot.update(slot.lease("a").dequeue());

    assertThat(names(By.DEQUEUED, true)).containsExactly("a", "c", "b");
  }

  @Test
  void sortsByMeanLeaseTime() {
    slot.enqueue("a", "2");
    var task = slot.lease("a");
    slot.pass(MINUTE.dividedBy(6));
    slot.update(task.dequeue());

    assertThat(names(By.LEASE_TIME, true).getFirst()).isEqualTo("a");
  }

  @Test
  void boundsOnSizeAreInclusive() {
    assertThat(namesOf(survey(".*", 2, 3, QueueOrder.BY_NAME, ALL, null)))
        .containsExactly("b", "c");
    assertThat(namesOf(survey(".*", 2, 2, QueueOrder.BY_NAME, ALL, null))).containsExactly("c");
    assertThat(namesOf(survey(".*", 4, 9, QueueOrder.BY_NAME, ALL, null))).isEmpty();
  }

  @Test
  void patternMatchesWholeNames() {
    slot.enqueue("abc", "1");

    assertThat(namesOf(survey("a", 0, ALL, QueueOrder.BY_NAME, ALL, null))).containsExactly("a");
    assertThat(namesOf(survey("a.*", 0, ALL, QueueOrder.BY_NAME, ALL, null)))
        .containsExactly("a", "abc");
  }

  @Test
  void totalsAreOverAllPages() {
    Reply.Surveyed page = survey(".*", 0, ALL, QueueOrder.BY_NAME, 1, null);

    assertThat(page.queues()).hasSize(1);
    assertThat(page.matching()).isEqualTo(3);
    assertThat(page.total().available()).isEqualTo(2);
    assertThat(page.total().leased()).isEqualTo(2);
    assertThat(page.total().delayed()).isEqualTo(2);
    assertThat(page.total().entered()).isEqualTo(6);
    assertThat(page.total().left()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void pagesTogetherAreTheWhole(By by) {
    for (int i = 0; i < 20; i++) {
      slot.enqueue("q" + i % 7, "task" + i);
    }
    for (boolean descending : new boolean[] {false, true}) {
      QueueOrder order = new QueueOrder(by, descending);
      List<QueueStats> whole = survey(".*", 0, ALL, order, ALL, null).queues();

      List<QueueStats> pages = new ArrayList<>();
      QueueOrder.Key after = null;
      for (int i = 0; i < 4; i++) {
        List<QueueStats> page = survey(".*", 0, ALL, order, 3, after).queues();
        pages.addAll(page);
        after = page.isEmpty() ? after : order.keyOf(page.getLast());
      }

      assertThat(pages).isEqualTo(whole).hasSize(10);
    }
  }

  @Test
  void emptyQueueIsNotShown() {
    slot.enqueue("d", "1");
    slot.update(slot.lease("d").dequeue());

    assertThat(names(By.NAME, false)).containsExactly("a", "b", "c");
  }

  @Test
  void groupBoundsTheSurvey() {
    slot.update(Element.Enqueue.of(new QueueName("g", "a"), Pid.of("1"), Payload.EMPTY));
    var ofGroup = new NameFilter("g", NamePattern.ANY);

    Reply reply = slot.execute(new Command.Survey(ofGroup, 0, ALL, QueueOrder.BY_NAME, ALL, null));

    assertThat(((Reply.Surveyed) reply).queues())
        .extracting(QueueStats::queue)
        .containsExactly(new QueueName("g", "a"));
  }

  @Test
  void surveyWithoutSumsShowsTheSamePage() {
    NameFilter names = new NameFilter(null, NamePattern.of("[ab]"));
    var summed = new Command.Survey(names, 0, ALL, QueueOrder.BY_NAME, 1, null, true);
    var bare = new Command.Survey(names, 0, ALL, QueueOrder.BY_NAME, 1, null, false);

    var withSums = (Reply.Surveyed) slot.execute(summed);

    assertThat(slot.execute(bare))
        .isEqualTo(new Reply.Surveyed(withSums.queues(), withSums.matching(), Reply.Totals.ZERO));
  }

  @ParameterizedTest
  @EnumSource
  void keysAreThoseOfTheWholeListing(By by) {
    QueueOrder order = new QueueOrder(by, false);
    var whole = survey(".*", 2, ALL, order, ALL, null);
    NameFilter names = new NameFilter(null, NamePattern.ANY);

    var ranked =
        (Reply.Ranked)
            slot.execute(new Command.Rank(new Command.Survey(names, 2, ALL, order, 1, null)));

    assertThat(ranked.keys())
        .hasSize(2)
        .containsExactlyInAnyOrderElementsOf(whole.queues().stream().map(order::keyOf).toList());
    assertThat(ranked.total()).isEqualTo(whole.total());
  }

  @Test
  void queuesAreShownByName() {
    var names = List.of(QueueName.of("c"), QueueName.of("nothing"), QueueName.of("a"));

    assertThat(namesOf((Reply.Surveyed) slot.execute(new Command.Show(names))))
        .containsExactly("c", "a");
  }

  @Test
  void pausedQueueWithoutTasksIsShownUntilItIsResumed() {
    slot.execute(new Command.Pause(QueueName.of("d"), true));
    assertThat(names(By.NAME, false)).containsExactly("a", "b", "c", "d");

    slot.execute(new Command.Pause(QueueName.of("d"), false));
    assertThat(names(By.NAME, false)).containsExactly("a", "b", "c");
  }

  private List<String> names(By by, boolean descending) {
    return namesOf(survey(".*", 0, ALL, new QueueOrder(by, descending), ALL, null));
  }

  private static List<String> namesOf(Reply.Surveyed surveyed) {
    return surveyed.queues().stream().map(stats -> stats.queue().name()).toList();
  }

  private Reply.Surveyed survey(
      String pattern,
      long minTasks,
      long maxTasks,
      QueueOrder order,
      int maxQueues,
      QueueOrder.@Nullable Key after) {
    NameFilter names = new NameFilter(null, NamePattern.of(pattern));
    return (Reply.Surveyed)
        slot.execute(new Command.Survey(names, minTasks, maxTasks, order, maxQueues, after));
  }
}
