package dev.millrace.bench.overload;

/** Answers that a node must not give, whatever the load: how many, and the first. */
final class Complaints {
  private long count;
  private String first = "";

  void add(String complaint) {
    if (count == 0) {
      first = complaint;
    }
    count++;
  }

  long count() {
    return count;
  }

  String first() {
    return first;
  }
}
