package dev.millrace.queue;

import dev.millrace.queue.Command.Peek;
import dev.millrace.queue.Need.AnyTasks;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of a queue's tasks: those in memory and, between them, those that only the store has.
 *
 * <p>The store's tasks are read from their front, and more of them again when too many turn out not
 * to count, because they changed since or are in another state. A page that would need very many is
 * cut short, and the next one goes on where it ended.
 */
final class Page {
  /** Tasks read for a page at most. */
  private static final int READ_MAX = 20_000;

  private final SlotState state;
  private final Queue queue;
  private final Peek peek;
  private final Position from;

  /** Nothing behind this is on the page, because the store wasn't read so far; none for no end. */
  private @Nullable Pid end;

  private boolean isExhausted;
  private final List<AnyTasks> used = new ArrayList<>();

  Page(SlotState state, Queue queue, Peek peek) {
    this.state = state;
    this.queue = queue;
    this.peek = peek;
    Position start = Position.before(peek.from());
    Pid after = peek.after();
    this.from = after == null ? start : later(start, Position.behind(after));
  }

  /** The page; means nothing when something has to be read first. */
  Peeked read() {
    NavigableMap<Pid, Task> tasks = new TreeMap<>();
    if (wants(Kind.AVAILABLE) && queue.unknownFrom() != null) {
      merge(tasks, true, later(from, queue.unknownFrom()));
    }
    if ((wants(Kind.LEASED) || wants(Kind.DELAYED)) && !queue.isHeldKnown()) {
      merge(tasks, false, from);
    }
    if (state.unknowns().any()) {
      // What was read is of one moment: all of it is read again.
      used.forEach(need -> state.unknowns().add(queue, need));
      return new Peeked(peek.queue(), List.of(), null);
    }
    addKnown(tasks);
    return cut(tasks);
  }

  /** Adds what is in memory, as far as the page can need it. */
  private void addKnown(NavigableMap<Pid, Task> tasks) {
    int count = 0;
    for (Task task : queue.knownFrom(from.pid())) {
      if (count > peek.maxTasks() || !isWithinMax(task.pid())) {
        break;
      }
      if (!from.isAfter(task.pid()) && wants(task.state().kind())) {
        tasks.put(task.pid(), task);
        count++;
      }
    }
  }

  private boolean wants(Kind kind) {
    return peek.state() == null || peek.state() == kind;
  }

  private static Position later(Position one, Position other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** Adds what the store has, if it was read, or asks for it. */
  private void merge(NavigableMap<Pid, Task> tasks, boolean available, Position start) {
    var read =
        state
            .unknowns()
            .delivered(AnyTasks.class, need -> isFor(need, available, start))
            .orElse(null);
    if (read == null) {
      ask(available, start, (int) Math.min(READ_MAX, peek.maxTasks() + 1L));
      return;
    }
    used.add(read.getKey());
    Finding.Tasks found = (Finding.Tasks) read.getValue();
    int useful = 0;
    for (Task task : found.tasks()) {
      if (!isOverlaid(task) && isWithinMax(task.pid()) && wants(task.state().kind())) {
        tasks.put(task.pid(), task);
        useful++;
      }
    }
    if (found.isComplete() || !isWithinMax(found.tasks().getLast().pid())) {
      return;
    }
    if (useful <= peek.maxTasks() && read.getKey().tasksMax() < READ_MAX) {
      used.removeLast();
      ask(available, start, Math.min(READ_MAX, 4 * read.getKey().tasksMax()));
      return;
    }
    Pid last = found.tasks().getLast().pid();
    end = end == null || last.compareTo(end) < 0 ? last : end;
    isExhausted |= useful <= peek.maxTasks();
  }

  /** Whether this was asked for the page as it is now; its queue may have been another one. */
  private boolean isFor(AnyTasks need, boolean available, Position start) {
    return need.queueId() == queue.id && need.available() == available && need.from().equals(start);
  }

  private void ask(boolean available, Position start, int tasksMax) {
    state.unknowns().add(queue, new AnyTasks(queue.id, start, available, !available, tasksMax));
  }

  /** Whether memory says something else, or that it is gone. */
  private boolean isOverlaid(Task task) {
    return queue.known(task.pid()) != null
        || state.overlay().contains(new TaskKey(queue.id, task.pid()));
  }

  private boolean isWithinMax(Pid pid) {
    return peek.max() == null || pid.compareTo(peek.max()) <= 0;
  }

  private Peeked cut(NavigableMap<Pid, Task> tasks) {
    List<Task> page = new ArrayList<>();
    for (Task task : tasks.values()) {
      boolean isBehindEnd = end != null && task.pid().compareTo(end) > 0;
      if (isBehindEnd || !isWithinMax(task.pid())) {
        break;
      }
      if (!wants(task.state().kind())) {
        continue;
      }
      if (page.size() == peek.maxTasks()) {
        return new Peeked(peek.queue(), page, page.getLast().pid());
      }
      page.add(task);
    }
    return new Peeked(peek.queue(), page, isExhausted ? end : null);
  }
}
