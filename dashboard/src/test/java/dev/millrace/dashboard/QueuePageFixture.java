package dev.millrace.dashboard;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A node for all tests of a class, and a new tab with the page of a queue for each. */
abstract class QueuePageFixture {
  static TestNode node;

  private static TestBrowser browser;

  TestPage tab;
  TestQueuePage page;

  @BeforeAll
  static void startNode(@TempDir Path folder) {
    browser = TestBrowser.start();
    node = new TestNode(folder);
    TestQueuePage.setPolicies(node);
  }

  @AfterAll
  static void stopNode() {
    if (node != null) {
      browser.close();
      node.close();
    }
  }

  @BeforeEach
  void openTab() {
    tab = new TestPage(browser);
    page = new TestQueuePage(node, tab);
  }

  @AfterEach
  void closeTab() {
    tab.close();
  }
}
