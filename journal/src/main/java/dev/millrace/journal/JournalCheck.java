package dev.millrace.journal;

/** Verifies a data directory that no process has open, without changing it. */
public final class JournalCheck {
  private JournalCheck() {}

  /**
   * Reads everything.
   *
   * @param visitor is shown the entries before the first damage
   * @throws DataDirectoryException if the directory is in use or isn't ours
   */
  public static CheckReport run(Disk disk, EntryVisitor visitor) {
    try (var directory = DataDirectory.openReadOnly(disk);
        var anchor = Recovery.readAnchor(disk, directory.id())) {
      var scan = new JournalScan(directory, anchor.state(), RecoveryRules.STRICT, visitor);
      var names = disk.list();
      scan.run(Recovery.segmentsToRead(names, anchor.state()), Recovery.lastNumber(names));
      return CheckReport.of(directory, anchor.state(), scan);
    }
  }
}
