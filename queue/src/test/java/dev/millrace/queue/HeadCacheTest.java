package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Need.AvailableTasks;
import dev.millrace.queue.Need.OneTask;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read from the store, and what isn't. */
final class HeadCacheTest {
  private final StoredSlotFixture slot = StoredSlotFixture.forgetful();

  private static Command lease(String queue, int tasksMax) {
    return SampleLease.from(queue).max(tasksMax).command();
  }

  private static Command.Update enqueue(String queue, String pid) {
    return Command.Update.of(SampleElements.enqueue(queue, pid));
  }

  @Test
  void taskThatComesAndGoesBetweenTwoFreezesNeverGetsToTheStore() {
    slot.enqueue("q", "a");
    slot.finish(slot.lease(SampleLease.from("q")));

    FrozenLayer layer = slot.slot().freeze().orElseThrow();

    assertThat(layer.tasks()).isEmpty();
  }

  @Test
  void leaseOnEvictedQueueReadsItsHead() {
    slot.enqueue("q", "a", "b", "c");
    slot.checkpoint();

    long caller = slot.submit(lease("q", 2));

    assertThat(slot.reply(caller)).isEmpty();
    assertThat(slot.slot().isParked(caller)).isTrue();
    assertThat(slot.needs()).hasOnlyElementsOfType(AvailableTasks.class);
    slot.readAll();
    assertThat(slot.pidsOf(slot.replyTo(caller))).containsExactly("a", "b");
  }

  @Test
  void refillBeginsBehindWhatWasTaken() {
    slot.enqueue("q", "a", "b", "c", "d");
    slot.finish(slot.lease(SampleLease.from("q").max(2)));
    slot.checkpoint();

    slot.submit(lease("q", 1));

    assertThat(slot.needs())
        .singleElement()
        .isInstanceOfSatisfying(
            AvailableTasks.class,
            need -> assertThat(need.from()).isEqualTo(Position.before(Pid.of("c"))));
  }

  @Test
  void refillAfterRestartBeginsBehindWhatWasTaken() {
    slot.enqueue("q", "a", "b", "c", "d");
    slot.checkpoint();
    slot.finish(slot.lease(SampleLease.from("q").max(2)));
    slot.checkpoint();
    slot.crash();

    slot.submit(lease("q", 1));

    assertThat(slot.needs())
        .singleElement()
        .isInstanceOfSatisfying(
            AvailableTasks.class,
            need -> assertThat(need.from()).isEqualTo(Position.behind(Pid.of("b"))));
  }

  @Test
  void leasedTasksAreNotReadForTheHead() {
    slot.enqueue("q", "a", "b", "c");
    slot.lease(SampleLease.from("q").max(2));
    slot.checkpoint();
    long before = slot.store().reads();

    assertThat(Held.pids(slot.lease(SampleLease.from("q")))).containsExactly("c");

    assertThat(slot.store().reads() - before).isEqualTo(1);
  }

  @Test
  void otherQueuesGoOnWhileOneIsRead() {
    slot.enqueue("cold", "a");
    slot.checkpoint();
    slot.enqueue("hot", "b");

    long cold = slot.submit(lease("cold", 1));
    long hot = slot.submit(lease("hot", 1));

    assertThat(slot.reply(cold)).isEmpty();
    assertThat(slot.pidsOf(slot.replyTo(hot))).containsExactly("b");
  }

  @Test
  void oneRefillServesAllWhoCameMeanwhileInTheirOrder() {
    slot.enqueue("q", "a", "b", "c");
    slot.checkpoint();

    long first = slot.submit(lease("q", 1));
    long second = slot.submit(lease("q", 1));

    assertThat(slot.needs()).hasSize(1);
    slot.readAll();
    assertThat(slot.pidsOf(slot.replyTo(first))).containsExactly("a");
    assertThat(slot.pidsOf(slot.replyTo(second))).containsExactly("b");
  }

  @Test
  void enqueueDuringRefillIsSeen() {
    slot.enqueue("q", "b", "c");
    slot.checkpoint();

    long caller = slot.submit(lease("q", 2));
    slot.submit(enqueue("q", "a"));
    slot.readAll();

    assertThat(slot.pidsOf(slot.replyTo(caller))).containsExactly("a", "b");
  }

  @Test
  void readThatIsOlderThanWhatWasLetGoIsMadeAgain() {
    slot.enqueue("q", "a", "b");
    slot.checkpoint();
    long caller = slot.submit(lease("q", 1));
    Inquiry inquiry = slot.inquiry();
    long oldVersion = slot.store().ticket();
    List<Finding> old = slot.store().read(inquiry.needs());
    slot.submit(Command.Update.of(SampleElements.cancel("q", "a")));
    slot.readLast();
    slot.checkpoint();

    slot.answer(inquiry, oldVersion, old);
    assertThat(slot.reply(caller)).isEmpty();
    slot.readAll();

    assertThat(slot.pidsOf(slot.replyTo(caller))).containsExactly("b");
  }

  @Test
  void enqueueIntoQueueThatIsKnownReadsNothing() {
    StoredSlotFixture roomy =
        new StoredSlotFixture(new Memory(1 << 20, 100, 1 << 20, 100, 1 << 20));
    roomy.enqueue("q", "a", "b");
    roomy.checkpoint();

    roomy.submit(enqueue("q", "c"));

    assertThat(roomy.needs()).isEmpty();
  }

  @Test
  void enqueueBeforeTheFirstMissingPidReadsNothing() {
    slot.enqueue("q", "b", "c");
    slot.checkpoint();

    slot.submit(enqueue("q", "a"));

    assertThat(slot.needs()).isEmpty();
  }

  @Test
  void enqueueBehindTheFirstMissingPidLooksForThatPid() {
    slot.enqueue("q", "b", "c");
    slot.checkpoint();

    long caller = slot.submit(enqueue("q", "c"));

    assertThat(slot.needs()).containsExactly(new OneTask(1, Pid.of("c")));
    slot.readAll();
    assertThat(slot.replyTo(caller))
        .isEqualTo(
            new Reply.Updated(
                List.of(new ElementResult.Collapsed(Pid.of("c"), TaskState.Kind.AVAILABLE))));
  }

  @Test
  void fifoEnqueueReadsNothing() {
    slot.enqueue("q", "b", "c");
    slot.checkpoint();

    slot.submit(Command.Update.of(SampleElements.fifo("q", "data")));

    assertThat(slot.needs()).isEmpty();
  }

  @Test
  void allPidsOfAnUpdateAreLookedUpAtOnce() {
    slot.enqueue("q", "a", "b", "c", "d");
    slot.checkpoint();

    slot.submit(
        Command.Update.of(
            SampleElements.cancel("q", "b"),
            SampleElements.cancel("q", "c"),
            SampleElements.cancel("q", "d")));

    assertThat(slot.needs()).hasSize(3);
  }

  @Test
  void parkedLeaseWhoseCallerGoesTakesNothing() {
    slot.enqueue("q", "a");
    slot.checkpoint();
    long caller = slot.submit(lease("q", 1));

    slot.submit(new Command.Cancel(caller));
    slot.readAll();

    assertThat(slot.replyTo(caller)).isEqualTo(Reply.Granted.NOTHING);
    assertThat(slot.pidsOf(slot.execute(lease("q", 1)))).containsExactly("a");
  }

  @Test
  void deleteOfQueueReadsNothing() {
    slot.enqueue("q", "a", "b");
    slot.checkpoint();

    slot.submit(new Command.DeleteQueue(QueueName.of("q"), null));

    assertThat(slot.needs()).isEmpty();
  }

  @Test
  void queueThatIsDeletedWhileItIsReadGivesNothing() {
    slot.enqueue("q", "a", "b");
    slot.checkpoint();
    long caller = slot.submit(lease("q", 1));

    slot.submit(new Command.DeleteQueue(QueueName.of("q"), null));
    slot.readAll();

    assertThat(slot.replyTo(caller)).isEqualTo(Reply.Granted.NOTHING);
  }

  @Test
  void leastRecentlyUsedQueueIsEvicted() {
    StoredSlotFixture small = new StoredSlotFixture(new Memory(700, 100, 1 << 20, 100, 1 << 20));
    small.enqueue("one", "a", "b");
    small.enqueue("two", "a", "b");
    small.checkpoint();
    small.lease(SampleLease.from("one").max(1));
    small.lease(SampleLease.from("two").max(1));
    small.checkpoint();

    assertThat(small.cache().cachedBytes()).isLessThanOrEqualTo(700);
  }

  @Test
  void queueThatHasTheMemoryForItselfKeepsItsHead() {
    StoredSlotFixture slot = new StoredSlotFixture(new Memory(10_000, 100, 1 << 20, 100, 1 << 20));
    for (int i = 100; i < 200; i++) {
      slot.enqueue("q", "p" + i);
    }
    slot.checkpoint();
    long before = slot.store().reads();

    assertThat(slot.lease(SampleLease.from("q").max(10))).hasSize(10);

    assertThat(slot.store().reads()).isEqualTo(before);
    assertThat(slot.cache().cachedBytes()).isBetween(1L, 10_000L);
  }

  @Test
  void inOrderThroughABusyQueueEachTaskIsReadAboutOnce() {
    StoredSlotFixture slot =
        new StoredSlotFixture(new Memory(20_000, 1_000, 1 << 20, 100, 1 << 20));
    for (int i = 1000; i < 2000; i++) {
      slot.enqueue("q", "p" + i);
    }
    slot.checkpoint();
    long before = slot.store().reads();

    for (int i = 0; i < 200; i++) {
      slot.finish(slot.lease(SampleLease.from("q").max(5)));
      slot.checkpoint();
    }

    assertThat(slot.store().reads() - before).isBetween(800L, 1_500L);
  }

  @Test
  void longQueueKeepsOnlyItsHead() {
    StoredSlotFixture slot = new StoredSlotFixture(new Memory(1 << 20, 100, 4000, 100, 1 << 20));
    for (int i = 100; i < 200; i++) {
      slot.enqueue("q", "p" + i);
    }
    slot.checkpoint();
    long before = slot.store().reads();

    assertThat(Held.pids(slot.lease(SampleLease.from("q").max(3))))
        .containsExactly("p100", "p101", "p102");

    assertThat(slot.store().reads()).isEqualTo(before);
    assertThat(slot.cache().cachedBytes()).isLessThanOrEqualTo(4000);
  }

  @Test
  void deadlinesBeyondTheLimitAreReadWhenTheirTimeComes() {
    StoredSlotFixture slot = new StoredSlotFixture(new Memory(0, 100, 1 << 20, 4, 1 << 20));
    for (int i = 10; i < 40; i++) {
      slot.execute(
          Command.Update.of(
              SampleElements.enqueue("q", "p" + i, SampleElements.after(Duration.ofSeconds(i)))));
    }
    slot.checkpoint();
    slot.pass(50_000);

    slot.submit(new Command.Tick());
    slot.readAll();

    assertThat(slot.lease(SampleLease.from("q").max(100))).hasSize(30);
  }

  @Test
  void headAgeOfEvictedQueueIsKnown() {
    slot.enqueue("q", "a");
    slot.checkpoint();
    slot.crash();
    slot.pass(7000);

    Reply reply =
        slot.replyTo(
            slot.submit(
                new Command.Survey(
                    new NameFilter(null, NamePattern.ANY),
                    0,
                    Long.MAX_VALUE,
                    QueueOrder.BY_NAME,
                    10,
                    null)));

    assertThat(((Reply.Surveyed) reply).queues().getFirst().headAgeMillis()).isEqualTo(7000);
  }

  @Test
  void queueIdsGoOnAfterARestartFromTheStore() {
    slot.enqueue("one", "a");
    slot.execute(new Command.DeleteQueue(QueueName.of("one"), null));
    slot.checkpoint();
    slot.crash();

    slot.enqueue("two", "a");
    FrozenLayer layer = slot.slot().freeze().orElseThrow();

    assertThat(layer.queues()).extracting(StoredQueue::id).containsExactly(2L);
  }
}
