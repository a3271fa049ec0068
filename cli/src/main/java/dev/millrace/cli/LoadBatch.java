package dev.millrace.cli;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import java.util.ArrayList;
import java.util.List;

/** The tasks of consecutive lines that go to the server in one update. */
final class LoadBatch {
  static final int TASKS_MAX = 500;
  static final int BYTES_MAX = 1 << 20;

  private final List<Element> elements = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private int bytes;
  private long sourceBytes;

  /** Whether one more task fits, by its size and its group. The first one always does. */
  boolean fits(Enqueue enqueue) {
    return elements.isEmpty()
        || (elements.size() < TASKS_MAX
            && bytes + enqueue.getSerializedSize() <= BYTES_MAX
            && enqueue.getQueue().getGroup().equals(group()));
  }

  /** An update changes one. */
  private String group() {
    return elements.getFirst().getEnqueue().getQueue().getGroup();
  }

  void add(Enqueue enqueue, Lines source) {
    elements.add(Element.newBuilder().setEnqueue(enqueue).build());
    lines.add(source.number());
    bytes += enqueue.getSerializedSize();
    sourceBytes = source.bytes();
  }

  boolean isEmpty() {
    return elements.isEmpty();
  }

  List<Element> elements() {
    return elements;
  }

  /** Bytes of the source up to the end of the last line. */
  long sourceBytes() {
    return sourceBytes;
  }

  /** Says where in the source a failure happened. */
  String place(Failure failure) {
    var element = failure.element();
    return element >= 0 && element < lines.size()
        ? "line " + Wording.count(lines.get(element))
        : "lines %s to %s"
            .formatted(Wording.count(lines.getFirst()), Wording.count(lines.getLast()));
  }

  long lastLine() {
    return lines.getLast();
  }

  /** How many lines there are before this batch. */
  long linesBefore() {
    return lines.getFirst() - 1;
  }
}
