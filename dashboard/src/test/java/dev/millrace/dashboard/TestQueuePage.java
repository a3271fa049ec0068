package dev.millrace.dashboard;

import com.google.protobuf.ByteString;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The page of a queue as a person uses it, and the queue as its node has it. */
final class TestQueuePage {
  /** Queues with this beginning lose a task with its first failed attempt. */
  static final String FRAGILE = "fragile ";

  private final TestNode node;
  private final Page page;

  TestQueuePage(TestNode node, TestPage page) {
    this.node = node;
    this.page = page.page();
  }

  /** Lets tasks of fragile queues become dead letters. */
  static void setPolicies(TestNode node) {
    var fragile = Policy.newBuilder().setMaxAttempts(1);
    fragile.getQueuesBuilder().setRegex(FRAGILE + "[a-z]*");
    var _ =
        node.client()
            .admin()
            .setPolicies(SetPoliciesRequest.newBuilder().addPolicies(fragile).build());
  }

  // ---- The page

  void open(Queue queue) {
    String hash = "#/queue/%s/%s".formatted(coded(queue.getGroup()), coded(queue.getName()));
    var _ = page.navigate(node.page(hash));
    find(".task-place[data-state]").waitFor();
  }

  private static String coded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  Locator heading() {
    return find("main h1");
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator part(String name) {
    return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName(name));
  }

  Locator buttonOf(Locator part, String name) {
    return part.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  /** One of the ways to show, or one of the states. */
  Locator choice(String name) {
    return find(".segment").filter(new Locator.FilterOptions().setHasText(name));
  }

  /** Opens a task, or closes it. */
  void toggle(String pid) {
    part("Tasks")
        .locator(".task-toggle")
        .filter(new Locator.FilterOptions().setHasText(pid))
        .click();
  }

  Locator data() {
    return find(".payload-data:visible");
  }

  // ---- Its dialogs

  Locator dialog() {
    return find("dialog");
  }

  Locator field(String label) {
    return dialog().getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
  }

  void press(String verb) {
    buttonOf(dialog(), verb).click();
  }

  Locator toast() {
    return find("#toasts");
  }

  // ---- The queue

  private MillraceClient client() {
    return node.client();
  }

  void put(Queue queue, String pid, String data) {
    put(queue, ByteString.copyFromUtf8(pid), ByteString.copyFromUtf8(data));
  }

  void put(Queue queue, ByteString pid, ByteString data) {
    var _ = client().update(Elements.enqueue(queue, pid, data));
  }

  Task lease(Queue queue, String holder) {
    var request = LeaseRequest.newBuilder().addQueues(queue).setHolder(holder).build();
    return client().lease(request).getTasks(0);
  }

  /** A task that comes, is worked on and fails. */
  void fail(Queue queue, String pid, String reason) {
    put(queue, pid, "data of " + pid);
    client().fail(lease(queue, "worker"), reason);
  }

  List<Task> tasks(Queue queue) {
    return client().admin().peek(PeekRequest.newBuilder().setQueue(queue).build()).getTasksList();
  }

  Task onlyTask(Queue queue) {
    var tasks = tasks(queue);
    if (tasks.size() != 1) {
      throw new AssertionError("one task expected: " + tasks);
    }
    return tasks.getFirst();
  }

  List<String> pids(Queue queue) {
    return tasks(queue).stream().map(task -> task.getPid().toStringUtf8()).toList();
  }
}
