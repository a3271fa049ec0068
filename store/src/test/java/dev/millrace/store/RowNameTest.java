package dev.millrace.store;

import static dev.millrace.store.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowNameTest {
  /** The table in docs/store-format.md, by example. A line here never changes. */
  private static final List<Example> EXAMPLES =
      List.of(
          new Example(new RowName.Ticket(258), "010200"),
          new Example(new RowName.Meta(258), "010201"),
          new Example(new RowName.Policies(258), "010202"),
          new Example(new RowName.Request(258, 5L << 40), "0102030000050000000000"),
          new Example(new RowName.Client(258, value("ab")), "0102046162"),
          new Example(new RowName.Queue(258, 7), "0102050000000000000007"),
          new Example(new RowName.Reap(258, 7), "0102060000000000000007"),
          new Example(
              new RowName.Deadline(258, 1_700_000_000_000L, 7, value("p")),
              "0102070000018bcfe56800000000000000000770"),
          new Example(new RowName.Task(258, 7, value("p")), "010208000000000000000770"),
          new Example(new RowName.Task(0, 1, Bytes.EMPTY), "0000080000000000000001"),
          new Example(new RowName.Held(258, 7, value("p")), "010209000000000000000770"),
          new Example(
              new RowName.Lease(258, value("me"), 7, value("p")),
              "01020a00026d65000000000000000770"),
          new Example(
              new RowName.Lease(0, Bytes.EMPTY, 1, Bytes.EMPTY), "00000a00000000000000000001"));

  record Example(RowName name, String hex) {}

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void aNameHasItsKey(Example example) {
    var key = RowKey.of(HexFormat.of().parseHex(example.hex()));

    assertThat(example.name().key()).isEqualTo(key);
    assertThat(RowName.of(key)).isEqualTo(example.name());
    assertThat(RowName.slotOf(key)).isEqualTo(example.name().slot());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "0000",
        "000009",
        "00000a0003616200000000",
        "00000a00000000000000000000",
        "00000b",
        "00000001",
        "800000",
        "00000500",
        "0000050000000000000000"
      })
  void aKeyThatNoNameHasIsRefused(String hex) {
    var key = RowKey.of(HexFormat.of().parseHex(hex));

    assertThatIllegalArgumentException().isThrownBy(() -> RowName.of(key));
  }

  @Test
  void tasksAreOrderedBySlotThenQueueThenPid() {
    var random = new SplittableRandom(1);
    var tasks = new ArrayList<RowName.Task>();
    for (int i = 0; i < 2000; i++) {
      tasks.add(new RowName.Task(slot(random), number(random) + 1, pid(random)));
    }

    var byKey = tasks.stream().sorted(Comparator.comparing(RowName::key)).toList();

    assertThat(byKey)
        .isSortedAccordingTo(
            Comparator.comparingInt(RowName.Task::slot)
                .thenComparingLong(RowName.Task::queueId)
                .thenComparing(task -> RowKey.of(task.pid().array())));
  }

  @Test
  void deadlinesOfASlotAreOrderedByTime() {
    var random = new SplittableRandom(2);
    var deadlines = new ArrayList<RowName.Deadline>();
    for (int i = 0; i < 2000; i++) {
      deadlines.add(new RowName.Deadline(3, number(random), number(random) + 1, pid(random)));
    }

    var byKey = deadlines.stream().sorted(Comparator.comparing(RowName::key)).toList();

    assertThat(byKey).isSortedAccordingTo(Comparator.comparingLong(RowName.Deadline::timeMillis));
  }

  @Test
  void aSlotHoldsAllItsRowsAndNoOthers() {
    for (var example : EXAMPLES) {
      var name = example.name();
      assertThat(RowRanges.slot(name.slot()).contains(name.key())).isTrue();
      assertThat(RowRanges.slot(name.slot() + 1).contains(name.key())).isFalse();
    }
    assertThat(RowRanges.slot(RowName.SLOTS_MAX - 1).to())
        .isEqualTo(RowKey.of(new byte[] {(byte) 0x80}));
  }

  @Test
  void tasksOfAQueueAreARangeWhateverTheirPids() {
    for (long queueId : new long[] {1, 255, 256, Long.MAX_VALUE}) {
      var range = RowRanges.tasks(9, queueId);
      for (byte[] pid : new byte[][] {{}, {0}, {-1}, longest()}) {
        assertThat(range.contains(new RowName.Task(9, queueId, Bytes.of(pid)).key())).isTrue();
      }
      assertThat(range.contains(new RowName.Queue(9, queueId).key())).isFalse();
    }
    assertThat(RowRanges.tasks(9, 1).contains(new RowName.Task(9, 2, Bytes.EMPTY).key())).isFalse();
  }

  @Test
  void tasksFromAPidBeginWithIt() {
    var range = RowRanges.tasksFrom(9, 1, value("m"));

    assertThat(range.contains(new RowName.Task(9, 1, value("l")).key())).isFalse();
    assertThat(range.contains(new RowName.Task(9, 1, value("m")).key())).isTrue();
    assertThat(range.contains(new RowName.Task(9, 1, Bytes.of(longest())).key())).isTrue();
    assertThat(range.contains(new RowName.Task(9, 2, value("n")).key())).isFalse();
  }

  @Test
  void deadlinesUntilATimeIncludeThatTime() {
    var due = RowRanges.deadlinesUntil(9, 1000);

    assertThat(due.contains(new RowName.Deadline(9, 0, 1, Bytes.EMPTY).key())).isTrue();
    assertThat(
            due.contains(new RowName.Deadline(9, 1000, Long.MAX_VALUE, Bytes.of(longest())).key()))
        .isTrue();
    assertThat(due.contains(new RowName.Deadline(9, 1001, 1, Bytes.EMPTY).key())).isFalse();
    assertThat(RowRanges.deadlinesUntil(9, Long.MAX_VALUE).to())
        .isLessThanOrEqualTo(RowRanges.deadlines(9).to());
  }

  @Test
  void deadlinesBehindOneExcludeIt() {
    var behind = RowRanges.deadlinesBehind(9, 1000, 7, value("p"));

    assertThat(behind.contains(new RowName.Deadline(9, 1000, 7, value("p")).key())).isFalse();
    assertThat(behind.contains(new RowName.Deadline(9, 1000, 6, value("q")).key())).isFalse();
    assertThat(behind.contains(key(new byte[] {'p', 0}, 1000))).isTrue();
    assertThat(behind.contains(key(new byte[] {}, 1001))).isTrue();
    assertThat(behind.to()).isEqualTo(RowRanges.deadlines(9).to());
  }

  private static RowKey key(byte[] pid, long timeMillis) {
    return new RowName.Deadline(9, timeMillis, 7, Bytes.of(pid)).key();
  }

  @Test
  void availableAndHeldTasksOfAQueueLieApart() {
    var pid = value("m");
    var task = new RowName.Task(9, 7, pid).key();
    var held = new RowName.Held(9, 7, pid).key();

    assertThat(RowRanges.tasks(9, 7).contains(held)).isFalse();
    assertThat(RowRanges.held(9, 7).contains(task)).isFalse();
    assertThat(RowRanges.tasksFrom(9, 7, pid).contains(task)).isTrue();
    assertThat(RowRanges.heldFrom(9, 7, pid).contains(held)).isTrue();
    assertThat(RowRanges.tasksBehind(9, 7, pid).contains(task)).isFalse();
    assertThat(RowRanges.heldBehind(9, 7, pid).contains(held)).isFalse();
    assertThat(RowRanges.held(9, 7).contains(new RowName.Held(9, 8, pid).key())).isFalse();
  }

  @Test
  void leasesOfAHolderAreARangeEvenWhenAnotherHoldersNameBeginsTheSame() {
    var holder = value("me");
    var lease = new RowName.Lease(9, holder, 7, value("p"));

    assertThat(RowRanges.leasesOf(9, holder).contains(lease.key())).isTrue();
    assertThat(RowRanges.leasesOf(9, value("m")).contains(lease.key())).isFalse();
    assertThat(RowRanges.leasesOf(9, value("me2")).contains(lease.key())).isFalse();
    assertThat(RowRanges.leasesBehind(9, holder, 7, value("p")).contains(lease.key())).isFalse();
    assertThat(RowRanges.leasesBehind(9, holder, 7, value("o")).contains(lease.key())).isTrue();
    assertThat(RowRanges.leasesBehind(9, value("m"), 1, value("")).contains(lease.key())).isFalse();
  }

  @Test
  void leasesOfAHolderAreOrderedByQueueThenPid() {
    var random = new SplittableRandom(3);
    var leases = new ArrayList<RowName.Lease>();
    for (int i = 0; i < 2000; i++) {
      leases.add(new RowName.Lease(3, value("me"), number(random) + 1, pid(random)));
    }

    var byKey = leases.stream().sorted(Comparator.comparing(RowName::key)).toList();

    assertThat(byKey)
        .isSortedAccordingTo(
            Comparator.comparingLong(RowName.Lease::queueId)
                .thenComparing(lease -> RowKey.of(lease.pid().array())));
  }

  @Test
  void requestsBeforeATicketExcludeIt() {
    var before = RowRanges.requestsBefore(9, 10);

    assertThat(before.contains(new RowName.Request(9, 9).key())).isTrue();
    assertThat(before.contains(new RowName.Request(9, 10).key())).isFalse();
    assertThat(RowRanges.requests(9).contains(new RowName.Request(9, 10).key())).isTrue();
  }

  @Test
  void whatHasNoPlaceInAKeyIsRefused() {
    var tooLong = Bytes.of(new byte[RowName.PID_BYTES_MAX + 1]);

    assertThatIllegalArgumentException().isThrownBy(() -> new RowName.Task(0, 1, tooLong));
    assertThatIllegalArgumentException().isThrownBy(() -> new RowName.Task(0, 0, Bytes.EMPTY));
    assertThatIllegalArgumentException().isThrownBy(() -> new RowName.Task(-1, 1, Bytes.EMPTY));
    assertThatIllegalArgumentException().isThrownBy(() -> new RowName.Meta(RowName.SLOTS_MAX));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RowName.Deadline(0, -1, 1, Bytes.EMPTY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RowName.Lease(0, tooLong, 1, Bytes.EMPTY));
  }

  private static byte[] longest() {
    var pid = new byte[RowName.PID_BYTES_MAX];
    Arrays.fill(pid, (byte) 0xff);
    return pid;
  }

  private static int slot(SplittableRandom random) {
    return random.nextInt(RowName.SLOTS_MAX >> random.nextInt(16));
  }

  private static long number(SplittableRandom random) {
    return random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
  }

  private static Bytes pid(SplittableRandom random) {
    var pid = new byte[random.nextInt(4)];
    random.nextBytes(pid);
    return Bytes.of(pid);
  }
}
