package dev.millrace.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.microsoft.playwright.options.AriaRole;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.client.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the page of a queue shows. */
class QueuePageTest extends QueuePageFixture {
  @AfterEach
  void nothingIsWrong() {
    tab.hasNothingWrong();
  }

  @Test
  void headShowsGroupStateAndExactSizes() {
    var queue = Elements.queue("billing", "sizes");
    page.put(queue, "a", "1");
    page.put(queue, "b", "2");
    var _ = page.lease(queue, "someone");

    page.open(queue);

    assertThat(page.heading()).hasText("sizes");
    assertThat(page.find(".crumbs")).containsText("group billing");
    assertThat(page.find("#queue-state")).hasText("Open");
    assertThat(page.find("#size-tasks")).hasText("2");
    assertThat(page.find("#size-available")).hasText("1");
    assertThat(page.find("#size-leased")).hasText("1");
    assertThat(page.find("#size-delayed")).hasText("0");
  }

  @Test
  void numbersAndChartsChangeWhenTasksCome() {
    var queue = Elements.queue("live");
    page.put(queue, "a", "1");
    page.open(queue);
    assertThat(page.find("#size-available")).hasText("1");

    page.put(queue, "b", "2");
    page.put(queue, "c", "3");

    assertThat(page.find("#size-available")).hasText("3");
    assertThat(page.find(".chart").first().locator(".chart-value").first()).hasText("3");
    assertThat(page.part("Tasks").getByRole(AriaRole.STATUS)).hasText("Changed since you looked.");
  }

  @Test
  void jsonIsLaidOutAndItsNumbersStayAsTheyWereSent() {
    var queue = Elements.queue("json");
    page.put(queue, "a", "{\"a\":[1,12345678901234567890]}");
    page.open(queue);

    page.toggle("a");

    showsExactly("{\n  \"a\": [\n    1,\n    12345678901234567890\n  ]\n}");
    page.choice("Hex").click();
    assertThat(page.data()).containsText("7b 22 61 22 3a 5b 31 2c");
    page.choice("Text").click();
    showsExactly("{\"a\":[1,12345678901234567890]}");
  }

  @Test
  void textKeepsItsLines() {
    var queue = Elements.queue("text");
    page.put(queue, "a", "two\nlines");
    page.open(queue);

    page.toggle("a");

    showsExactly("two\nlines");
    assertThat(page.choice("JSON").locator("input")).isDisabled();
  }

  private void showsExactly(String text) {
    assertThat(page.data()).isVisible();
    assertThat(page.data().innerText()).isEqualTo(text);
  }

  @Test
  void bytesThatAreNoTextAreShownAsHex() {
    var queue = Elements.queue("bytes");
    page.put(queue, ByteString.copyFromUtf8("a"), ByteString.fromHex("00ff41"));
    page.open(queue);

    page.toggle("a");

    assertThat(page.data()).containsText("00 ff 41");
    assertThat(page.find(".payload-bar")).containsText("3 B, not UTF-8");
  }

  @Test
  void pidThatCantBeReadIsShownAsHex() {
    var queue = Elements.queue("pids");
    page.put(queue, ByteString.fromHex("00fe"), ByteString.EMPTY);
    page.put(queue, "readable", "");
    page.put(queue, ByteString.EMPTY, ByteString.EMPTY);

    page.open(queue);

    assertThat(page.find(".pid")).hasText(new String[] {"empty PID", "hex00fe", "readable"});
  }

  @Test
  void whatStrangersSendRunsNothing() {
    var attack = "<img src=x onerror='alert(1)'><script>alert(1)</script>";
    var queue = Elements.queue("<b>x</b>" + attack + "\u202e");
    page.put(queue, attack, attack);
    page.open(queue);

    page.toggle(attack);

    showsExactly(attack);
    assertThat(page.find("main img, main script, main b")).hasCount(0);
    assertThat(page.heading()).hasText("<b>x</b>" + attack + "U+202E");
  }

  @Test
  void leasedTaskShowsWhoHoldsItFromWhereAndUntilWhen() {
    var queue = Elements.queue("held");
    page.put(queue, "a", "1");
    var _ = page.lease(queue, "worker-7");
    page.open(queue);

    page.choice("Leased").click();

    assertThat(page.find("td[data-label=Holder]")).hasText("worker-7");
    assertThat(page.find("td[data-label=Address]")).containsText("127.0.0.1");
    assertThat(page.find("td[data-label=Until] time")).isVisible();
    page.toggle("a");
    assertThat(page.find(".task-details .pairs")).containsText("Lease ends");
  }

  @Test
  void delayedTaskShowsWhenItIsAvailable() {
    var queue = Elements.queue("later");
    var later = Enqueue.newBuilder().setQueue(queue).setPid(ByteString.copyFromUtf8("a"));
    later.setDelay(Duration.newBuilder().setSeconds(600));
    var _ = node.client().update(Elements.enqueue(later.build()));
    page.open(queue);

    page.choice("Delayed").click();
    page.toggle("a");

    assertThat(page.find(".task-details .pairs")).containsText("Available from");
  }

  @Test
  void deadLetterShowsWhyItIsOne() {
    var queue = Elements.queue(TestQueuePage.FRAGILE + "shown");
    page.fail(queue, "a", "the mailbox is full");

    page.open(queue);

    var letters = page.part("Dead letters");
    assertThat(letters).containsText("fragile shown.dead");
    assertThat(letters.locator("td.why")).hasText("the mailbox is full");
  }

  @Test
  void pagesGoOnAndBack() {
    var queue = Elements.queue("pages");
    for (int i = 100; i < 145; i++) {
      page.put(queue, "p" + i, "");
    }
    page.open(queue);
    assertThat(page.find(".task")).hasCount(20);

    page.button("Next →").click();
    assertThat(page.find(".pid").first()).hasText("p120");
    page.button("Next →").click();
    assertThat(page.find(".task")).hasCount(5);
    assertThat(page.button("Next →")).isDisabled();
    page.button("← Previous").click();
    assertThat(page.find(".pid").first()).hasText("p120");
  }

  @Test
  void policyInForceIsTheOneThatTheNodeSaysHolds() {
    page.open(Elements.queue(TestQueuePage.FRAGILE + "policy"));
    assertThat(page.part("Policy")).containsText("Policy 1 of 1");
    assertThat(page.part("Policy")).containsText("1, then to the dead letters");

    page.open(Elements.queue("another"));
    assertThat(page.part("Policy")).containsText("No policy matches this queue");
  }

  @Test
  void taskOpensByKeyboard() {
    var queue = Elements.queue("keys");
    page.put(queue, "a", "hello");
    page.open(queue);

    page.find(".task-toggle").press("Enter");

    assertThat(page.data()).hasText("hello");
    assertThat(page.find(".task-toggle")).hasAttribute("aria-expanded", "true");
  }

  @Test
  void phoneHasNothingBesideItsEdge() {
    var queue = Elements.queue("a-name-without-any-place-to-break-that-is-longer-than-a-phone-is");
    page.put(queue, "http://example.org/" + "x".repeat(100), "y".repeat(1000));
    tab.page().setViewportSize(TestPage.PHONE_WIDTH, TestPage.PHONE_HEIGHT);

    page.open(queue);
    page.find(".task-toggle").click();

    assertThat(page.data()).isVisible();
    assertThat(tab.number("document.documentElement.scrollWidth")).isEqualTo(TestPage.PHONE_WIDTH);
  }
}
