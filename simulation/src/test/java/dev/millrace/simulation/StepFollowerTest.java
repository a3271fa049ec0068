package dev.millrace.simulation;

import static dev.millrace.simulation.ModelHistory.A;
import static dev.millrace.simulation.ModelHistory.HOLDER;
import static dev.millrace.simulation.ModelHistory.enqueue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.Change;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Encoded;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Room;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.simulation.StepFollower.Ending;
import dev.millrace.simulation.StepFollower.Executed;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Follows a real slot, whose steps are then changed by hand. */
class StepFollowerTest {
  private static final long NOW = 1000;
  private static final int DEADLINES_MAX = 4;

  private final Slot slot = new Slot(0, Limits.DEFAULT, Room.UNLIMITED);
  private StepFollower follower = new StepFollower(Limits.DEFAULT, DEADLINES_MAX, new Marks());
  private long lastCaller;

  @BeforeEach
  void open() {
    slot.open(1, NOW);
    follower = follower.restarted(slot.lastTicket(), NOW);
  }

  private static void assertObjects(String check, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            Violation.class, violation -> assertThat(violation.check()).isEqualTo(check));
  }

  /** A change to the steps of a command. */
  private interface Twist {
    List<Step> of(List<Step> steps);
  }

  private void follow(Command command, long nowMillis, Twist twist) {
    long caller = ++lastCaller;
    List<Step> steps = slot.execute(caller, command, nowMillis);
    follow(caller, command, nowMillis, twist.of(steps), Ending.EXECUTED, false);
  }

  private void follow(
      long caller,
      Command command,
      long nowMillis,
      List<Step> steps,
      Ending ending,
      boolean reading) {
    follower.follow(
        new Executed(caller, command, nowMillis, steps, false, ending, reading), _ -> {});
  }

  private void follow(Command command, long nowMillis) {
    follow(command, nowMillis, steps -> steps);
  }

  private static Step with(
      Step step, long ticket, long timeMillis, List<Change> changes, Reply reply) {
    var answer = new Step.Answer(step.answers().getFirst().caller(), reply);
    return new Step(ticket, timeMillis, changes, step.encoded(), List.of(answer));
  }

  private static Command lease(long leaseMillis, long waitMillis) {
    return new Command.Lease(
        new Source.Queues(List.of(A)), 1, leaseMillis, null, waitMillis, HOLDER, null);
  }

  private static final Command ENQUEUE = Command.Update.of(enqueue(A, "x"));

  @Test
  void truthIsAccepted() {
    follow(ENQUEUE, NOW);
    follow(lease(10, 0), NOW);
    follow(lease(10, 500), NOW + 5);
    follow(new Command.Tick(), NOW + 10);

    assertThatCode(() -> follow(new Command.Tick(), NOW + 600)).doesNotThrowAnyException();
  }

  @Test
  void otherReplyIsObjectedTo() {
    var wrong = new Reply.Updated(List.of(new ElementResult.Created(Pid.of("y"))));

    assertObjects(
        "C2",
        () ->
            follow(
                ENQUEUE,
                NOW,
                steps -> {
                  Step step = steps.getFirst();
                  return List.of(
                      with(step, step.ticket(), step.timeMillis(), step.changes(), wrong));
                }));
  }

  @Test
  void missingAnswerIsObjectedTo() {
    assertObjects("C2", () -> follow(ENQUEUE, NOW, _ -> List.of()));
  }

  @Test
  void stepWithoutChangesIsObjectedToWhereSomethingMustChange() {
    assertObjects(
        "C2",
        () ->
            follow(
                ENQUEUE,
                NOW,
                steps -> {
                  Step step = steps.getFirst();
                  Reply reply = step.answers().getFirst().reply();
                  return List.of(
                      with(step, step.ticket() - 1, step.timeMillis(), List.of(), reply));
                }));
  }

  @Test
  void ticketThatIsLeftOutIsObjectedTo() {
    assertObjects(
        "D6",
        () ->
            follow(
                ENQUEUE,
                NOW,
                steps -> {
                  Step step = steps.getFirst();
                  Reply reply = step.answers().getFirst().reply();
                  return List.of(
                      with(step, step.ticket() + 1, step.timeMillis(), step.changes(), reply));
                }));
  }

  @Test
  void timeThatRunsAheadIsObjectedTo() {
    assertObjects(
        "T1",
        () ->
            follow(
                ENQUEUE,
                NOW,
                steps -> {
                  Step step = steps.getFirst();
                  Reply reply = step.answers().getFirst().reply();
                  return List.of(
                      with(step, step.ticket(), step.timeMillis() + 1, step.changes(), reply));
                }));
  }

  @Test
  void timeAndTicketsThatGoBackWithARestartAreObjectedTo() {
    follow(ENQUEUE, NOW);

    assertObjects("T1", () -> follower.restarted(Long.MAX_VALUE, NOW - 1));
    assertObjects("D6", () -> follower.restarted(1, NOW));
  }

  @Test
  void expiryBeforeTheDeadlineIsObjectedTo() {
    follow(ENQUEUE, NOW);
    follow(lease(10, 0), NOW);
    var early =
        new Change.TaskChanged(
            1, Pid.of("x"), new Available(), slot.lastTicket(), new Task.Past(1, "", null));
    var step = new Step(slot.lastTicket() + 1, NOW + 9, List.of(early), Encoded.EMPTY, List.of());

    assertObjects("L1", () -> follow(new Command.Tick(), NOW + 9, _ -> List.of(step)));
  }

  @Test
  void deadlineThatATickLeavesIsObjectedTo() {
    follow(ENQUEUE, NOW);
    follow(lease(10, 0), NOW);

    assertObjects(
        "L5",
        () ->
            follow(
                new Command.Tick(), NOW + 10, steps -> List.of(done(steps.getLast(), NOW + 10))));
  }

  private Step done(Step last, long nowMillis) {
    long ticket = follower.model().state.lastTicket;
    return new Step(ticket, nowMillis, List.of(), Encoded.EMPTY, last.answers());
  }

  @Test
  void waiterThatIsLeftWaitingIsObjectedTo() {
    follow(lease(10, 500), NOW);

    assertObjects("L5", () -> follow(ENQUEUE, NOW + 1, steps -> steps.subList(0, 1)));
  }

  @Test
  void parkedCommandCountsWhenItIsExecuted() {
    List<Step> steps = slot.execute(7, ENQUEUE, NOW);
    follow(7, ENQUEUE, NOW, List.of(), Ending.PARKED, true);
    assertThat(follower.model().state.queues).isEmpty();

    follow(7, ENQUEUE, NOW, steps, Ending.EXECUTED, false);

    assertThat(follower.parked()).isEmpty();
    assertThat(follower.model().state.queues).containsOnlyKeys(A);
  }

  @Test
  void parkedCommandThatIsAnsweredIsObjectedTo() {
    List<Step> steps = slot.execute(7, ENQUEUE, NOW);

    assertObjects("C2", () -> follow(7, ENQUEUE, NOW, steps, Ending.PARKED, true));
  }

  @Test
  void parkedCommandForWhichNothingIsReadIsObjectedTo() {
    assertObjects("L5", () -> follow(7, ENQUEUE, NOW, List.of(), Ending.PARKED, false));
  }

  @Test
  void whatIsDueMayStayWhileTheSlotReads() {
    follow(ENQUEUE, NOW);
    follow(lease(10, 0), NOW);
    long caller = ++lastCaller;
    List<Step> steps = slot.execute(caller, new Command.Tick(), NOW + 10);
    List<Step> nothing = List.of(done(steps.getLast(), NOW + 10));

    assertThatCode(
            () -> follow(caller, new Command.Tick(), NOW + 10, nothing, Ending.EXECUTED, true))
        .doesNotThrowAnyException();
    assertObjects("L5", () -> follower.checkQuiet(NOW + 10));
  }

  @Test
  void laterLeaseThatGetsWhatIsReadForAnotherIsObjectedTo() {
    follow(lease(10, 500), NOW);
    List<Step> enqueued = slot.execute(7, ENQUEUE, NOW + 1);
    follow(7, ENQUEUE, NOW + 1, enqueued.subList(0, 1), Ending.EXECUTED, true);
    Step stolen = grantTo(8, enqueued.get(1));

    assertObjects(
        "L5", () -> follow(8, lease(10, 0), NOW + 1, List.of(stolen), Ending.EXECUTED, true));
  }

  private static Step grantTo(long caller, Step step) {
    var answer = new Step.Answer(caller, step.answers().getFirst().reply());
    return new Step(
        step.ticket(), step.timeMillis(), step.changes(), step.encoded(), List.of(answer));
  }
}
