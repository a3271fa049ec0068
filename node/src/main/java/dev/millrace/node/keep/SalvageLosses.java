package dev.millrace.node.keep;

/** Counts what can't be read beside the gaps of the journal. */
final class SalvageLosses {
  private String lostStore = "";
  private long badPlaces;
  private long badRows;
  private long unreadableEntries;

  void storeIsLost(String why) {
    lostStore = why;
  }

  void add(BaseRows rows) {
    badPlaces += rows.badPlaces();
    badRows += rows.badRows();
  }

  void addUnreadableEntry() {
    unreadableEntries++;
  }

  /** Why nothing of the store could be read; empty if something could, or there was none. */
  String lostStore() {
    return lostStore;
  }

  long badPlaces() {
    return badPlaces;
  }

  long badRows() {
    return badRows;
  }

  long unreadableEntries() {
    return unreadableEntries;
  }
}
