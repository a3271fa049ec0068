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
        var anchor = openAnchor(directory)) {
      var scan = new JournalScan(directory, anchor.state(), RecoveryRules.STRICT, visitor);
      var names = disk.list();
      scan.run(Recovery.segmentsToRead(names, anchor.state()), Recovery.lastNumber(names));
      return CheckReport.of(directory, anchor.state(), scan);
    }
  }

  private static Anchor openAnchor(DataDirectory directory) {
    var disk = directory.disk();
    if (!disk.list().contains(FileNames.ANCHOR)) {
      throw Recovery.anchorDamaged(disk, "the file is missing");
    }
    return Anchor.open(disk.openReadOnly(FileNames.ANCHOR), directory.id())
        .orElseThrow(() -> Recovery.anchorDamaged(disk, "neither copy is valid"));
  }
}
