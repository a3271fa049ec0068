package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.microsoft.playwright.options.AriaRole;
import dev.millrace.api.v1.TaskState;
import dev.millrace.client.Elements;
import org.junit.jupiter.api.Test;

/** What can be done on the page of a queue, by clicks; what became of it is asked of the node. */
class QueueActionsTest extends QueuePageFixture {
  @Test
  void enqueueTakesDataPidAndDelay() {
    var queue = Elements.queue("enqueue");
    page.open(queue);

    page.button("Enqueue…").click();
    page.field("Data is").selectOption("base64");
    page.field("Data").fill("AP9B");
    page.field("PID").fill("00fe");
    page.field("PID is").selectOption("hex");
    page.field("Delay").fill("10m");
    assertThat(page.dialog()).containsText("It can be leased after 10m.");
    page.press("Enqueue");

    assertThat(page.toast()).containsText("Enqueued task 0x00fe");
    var task = page.onlyTask(queue);
    assertThat(task.getPid()).isEqualTo(ByteString.fromHex("00fe"));
    assertThat(task.getData()).isEqualTo(ByteString.fromHex("00ff41"));
    assertThat(task.getState()).isEqualTo(TaskState.DELAYED);
  }

  @Test
  void enqueuedTextIsSeenAtOnce() {
    var queue = Elements.queue("text");
    page.open(queue);

    page.button("Enqueue…").click();
    page.field("Data").fill("grüß dich");
    page.press("Enqueue");

    assertThat(page.find("td.data")).hasText("grüß dich");
    assertThat(page.onlyTask(queue).getData().toStringUtf8()).isEqualTo("grüß dich");
  }

  @Test
  void whatIsNoJsonIsNotEnqueuedAsJson() {
    var queue = Elements.queue("no-json");
    page.open(queue);

    page.button("Enqueue…").click();
    page.field("Data is").selectOption("json");
    page.field("Data").fill("{nearly");
    page.press("Enqueue");

    assertThat(page.dialog().getByRole(AriaRole.ALERT)).containsText("this is not JSON");
    assertThat(page.tasks(queue)).isEmpty();
  }

  @Test
  void failureIsShownWithCodeAndMessageAndTheDialogStays() {
    var queue = Elements.queue("taken");
    page.put(queue, "a", "1");
    page.open(queue);

    page.button("Enqueue…").click();
    page.field("Data").fill("2");
    page.field("PID").fill("a");
    page.field("If a task has that PID").selectOption("FAIL");
    page.press("Enqueue");

    assertThat(page.dialog().locator(".problem-code")).hasText("ALREADY_EXISTS");
    assertThat(page.dialog().locator(".problem-message")).not().isEmpty();
    assertThat(page.field("Data")).hasValue("2");
    assertThat(page.onlyTask(queue).getData().toStringUtf8()).isEqualTo("1");
  }

  @Test
  void taskIsCancelled() {
    var queue = Elements.queue("cancel");
    page.put(queue, "a", "1");
    page.put(queue, "b", "2");
    page.open(queue);

    page.toggle("a");
    page.button("Cancel task…").click();
    assertThat(page.dialog()).containsText("This can't be undone");
    page.press("Cancel task");

    assertThat(page.toast()).containsText("Cancelled task “a”");
    assertThat(page.find(".pid")).hasText(new String[] {"b"});
    assertThat(page.pids(queue)).containsExactly("b");
  }

  @Test
  void cancelOfALeasedTaskSaysWhoHoldsIt() {
    var queue = Elements.queue("cancel-leased");
    page.put(queue, "a", "1");
    var _ = page.lease(queue, "worker-7");
    page.open(queue);

    page.choice("Leased").click();
    page.toggle("a");
    page.button("Cancel task…").click();

    assertThat(page.dialog()).containsText("It is leased by worker-7 until");
  }

  @Test
  void taskIsMoved() {
    var queue = Elements.queue("group", "move-from");
    page.put(queue, "a", "1");
    page.open(queue);

    page.toggle("a");
    page.button("Move…").click();
    assertThat(page.buttonOf(page.dialog(), "Move task")).isDisabled();
    page.field("To queue").fill("move-to");
    assertThat(page.dialog()).containsText("puts it into “move-to”, in one step");
    page.press("Move task");

    assertThat(page.toast()).containsText("Moved task “a” to “move-to”");
    assertThat(page.tasks(queue)).isEmpty();
    assertThat(page.pids(Elements.queue("group", "move-to"))).containsExactly("a");
  }

  @Test
  void deadLetterGoesBackWithoutItsAttempts() {
    var queue = Elements.queue(TestQueuePage.FRAGILE + "one");
    page.fail(queue, "a", "no");
    page.open(queue);

    var letters = page.part("Dead letters");
    letters.locator(".task-toggle").click();
    page.buttonOf(letters, "Requeue…").click();
    assertThat(page.dialog())
        .containsText("Moves the task back from “fragile one.dead” to “fragile one”");
    page.press("Requeue task");

    assertThat(page.toast()).containsText("Requeued task “a”");
    assertThat(letters).containsText("No dead letters.");
    assertThat(page.onlyTask(queue).getAttempts()).isEqualTo(0);
  }

  @Test
  void allDeadLettersGoBackAndOneWhosePidIsTakenStays() {
    var queue = Elements.queue(TestQueuePage.FRAGILE + "all");
    page.fail(queue, "a", "no");
    page.fail(queue, "b", "no");
    page.put(queue, "b", "another");
    page.open(queue);

    page.buttonOf(page.part("Dead letters"), "Requeue all…").click();
    page.press("Requeue all");

    assertThat(page.toast()).containsText("Requeued 1 task. 1 stayed");
    assertThat(page.pids(queue)).containsExactly("a", "b");
    assertThat(page.pids(Elements.queue(queue.getName() + ".dead"))).containsExactly("b");
  }

  @Test
  void queueIsPausedAndResumed() {
    var queue = Elements.queue("pause");
    page.put(queue, "a", "1");
    page.open(queue);

    page.button("Pause…").click();
    assertThat(page.dialog()).containsText("Nobody gets a new lease");
    page.press("Pause queue");
    assertThat(page.find("#queue-state")).hasText("Paused");
    assertThat(node.client().lease(queue, 1)).isEmpty();

    page.button("Resume…").click();
    page.press("Resume queue");
    assertThat(page.find("#queue-state")).hasText("Open");
    assertThat(node.client().lease(queue, 1)).hasSize(1);
  }

  @Test
  void queueGetsAPolicyOfItsOwnAndLosesIt() {
    var queue = Elements.queue("policy (a+b)");
    page.open(queue);

    page.button("Policy…").click();
    page.field("Attempts").fill("7");
    page.field("Longest lease").fill("10m");
    page.field("First backoff").fill("2s");
    page.press("Set policy");

    assertThat(page.part("Policy")).containsText("this queue’s own");
    assertThat(page.part("Policy")).containsText("7, then to the dead letters");
    var policy = node.client().admin().getPolicies().getPolicies(0);
    assertThat(policy.getQueues().getRegex()).isEqualTo("policy \\(a\\+b\\)");
    assertThat(policy.getMaxAttempts()).isEqualTo(7);
    assertThat(policy.getMaxLeaseTime().getSeconds()).isEqualTo(600);
    assertThat(policy.getBackoff().getInitial().getSeconds()).isEqualTo(2);

    page.button("Policy…").click();
    page.field("Remove this policy instead").check();
    page.press("Set policy");
    assertThat(page.part("Policy")).containsText("No policy matches this queue");
    assertThat(node.client().admin().getPolicies().getPoliciesCount()).isEqualTo(1);
  }

  @Test
  void queueIsDeletedWhenItsNameIsTyped() {
    var queue = Elements.queue("delete-me");
    page.put(queue, "a", "1");
    page.put(queue, "b", "2");
    page.open(queue);

    page.button("Delete…").click();
    assertThat(page.dialog()).containsText("with all its 2 tasks, in one step");
    var act = page.buttonOf(page.dialog(), "Delete queue");
    page.field("Type the name of the queue to confirm").fill("delete-m");
    assertThat(act).isDisabled();
    page.field("Type the name of the queue to confirm").fill("delete-me");
    act.click();

    assertThat(page.toast()).containsText("Deleted the queue with 2 tasks");
    assertThat(page.find("#queue-state")).hasText("Empty");
    assertThat(page.tasks(queue)).isEmpty();
  }

  @Test
  void dialogThatIsLeftDoesNothingAndGivesTheFocusBack() {
    var queue = Elements.queue("leave");
    page.put(queue, "a", "1");
    page.open(queue);

    page.button("Delete…").press("Enter");
    assertThat(page.dialog()).isVisible();
    tab.page().keyboard().press("Escape");

    assertThat(page.dialog()).hasCount(0);
    assertThat(page.button("Delete…")).isFocused();
    assertThat(page.pids(queue)).containsExactly("a");
  }
}
