package dev.millrace.simulation;

import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of a run: few, so that they collide.
 *
 * <p>In the <i>wild</i> groups anything may happen to a task. In the <i>quiet</i> group every task
 * has a PID of its own and is only leased, renewed, released and dequeued, so that what must have
 * become of it can be told without a model; and the <i>batons</i> go round there, each always taken
 * out of one queue and put into the next by one update.
 */
final class Vocabulary {
  static final int SLOTS = 2;
  static final String QUIET = "quiet";
  static final List<String> WILD = List.of("", "g1");
  static final List<QueueName> QUIET_QUEUES =
      List.of(new QueueName(QUIET, "s1"), new QueueName(QUIET, "s2"));
  static final List<QueueName> RING =
      List.of(
          new QueueName(QUIET, "ring0"),
          new QueueName(QUIET, "ring1"),
          new QueueName(QUIET, "ring2"));
  static final int BATONS = 3;

  /** Ends of the range of bytes, prefixes of each other, and both sides of the sign. */
  static final List<Pid> PIDS =
      List.of(
          Pid.EMPTY,
          pid(0x00),
          pid(0x00, 0x00),
          pid('a'),
          pid('a', 0x00),
          pid('a', 'b'),
          pid(0x7f),
          pid(0x80),
          pid(0xff),
          pid(0xff, 0xff));

  private static final List<String> WILD_NAMES = List.of("a", "b", "a.dead", "ab");

  private final List<QueueName> wild = new ArrayList<>();
  private final List<String> groups = new ArrayList<>(WILD);

  Vocabulary() {
    for (String group : WILD) {
      WILD_NAMES.forEach(name -> wild.add(new QueueName(group, name)));
    }
    groups.add(QUIET);
  }

  private static Pid pid(int... bytes) {
    var pid = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      pid[i] = (byte) bytes[i];
    }
    return Pid.of(pid);
  }

  static int slotOf(String group) {
    return Slot.of(group, SLOTS);
  }

  static boolean isQuiet(QueueName queue) {
    return queue.group().equals(QUIET);
  }

  /** Every queue that a scan has to look at, but for dead letters of the quiet group. */
  List<QueueName> wildQueues() {
    return wild;
  }

  List<QueueName> wildQueues(int slot) {
    return wild.stream().filter(queue -> slotOf(queue.group()) == slot).toList();
  }

  List<QueueName> wildQueues(String group) {
    return wild.stream().filter(queue -> queue.group().equals(group)).toList();
  }

  List<String> groups() {
    return groups;
  }

  List<String> groupsOf(int slot) {
    return groups.stream().filter(group -> slotOf(group) == slot).toList();
  }
}
