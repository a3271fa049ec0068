package dev.millrace.cli;

import dev.millrace.journal.CheckReport.SegmentReport;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.JournalException;
import dev.millrace.node.DataCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Verifies a data directory. */
@Command(
    name = "check",
    description = {
      "Reads all of a data directory that no server has open, rebuilds the queues from it and",
      "recounts them. Changes nothing.",
      "Exits with 0 if it is sound, with 1 if it is damaged, with 5 if a server has it open."
    },
    footer = "Example: millrace check /var/lib/millrace")
final class CheckCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "DIR", description = "The data directory.")
  private Path directory = Path.of("");

  CheckCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var report = check();
    var journal = report.journal();
    var output = invocation.output();
    output.show(new SegmentView(), journal.segments());
    journal.tornTails().forEach(tail -> note("torn tail, harmless", tail.file(), tail.offset()));
    journal.damages().forEach(damage -> invocation.note("DAMAGE " + damage));
    report.problems().forEach(problem -> invocation.note("PROBLEM " + problem));
    output.say(sentence(report), object(report));
    return (report.isSound() ? ExitCode.OK : ExitCode.FAILED).number();
  }

  private DataCheck.Report check() {
    try {
      return DataCheck.run(directory);
    } catch (DataDirectoryException e) {
      throw new Failure(exitCode(e.problem()), e.problem().name(), String.valueOf(e.getMessage()));
    } catch (JournalException e) {
      throw new Failure(ExitCode.FAILED, "DAMAGED", String.valueOf(e.getMessage()));
    }
  }

  static ExitCode exitCode(DataDirectoryException.Problem problem) {
    return switch (problem) {
      case IN_USE -> ExitCode.TRY_LATER;
      case NOT_OURS, SLOTS_DIFFER, PARENT_MISSING, MISSING, UNUSABLE -> ExitCode.INVALID;
      case NEWER_FORMAT, MARKER_DAMAGED, UNFINISHED, STORE_MISSING -> ExitCode.FAILED;
    };
  }

  private void note(String what, String file, long offset) {
    invocation.note("%s: %s at byte %s".formatted(what, file, Wording.count(offset)));
  }

  private static String sentence(DataCheck.Report report) {
    var journal = report.journal();
    return "%s: %s in %s, from %s in %s; incarnation %s, %s"
        .formatted(
            report.isSound() ? "sound" : "NOT SOUND",
            Wording.counted(report.tasks(), "task"),
            Wording.counted(report.queues(), "queue"),
            Wording.counted(report.entries(), "entry", "entries"),
            Wording.counted(journal.segments().size(), "segment"),
            Wording.count(journal.incarnation()),
            journal.closedCleanly() ? "closed cleanly" : "not closed cleanly");
  }

  private static JsonObject object(DataCheck.Report report) {
    var journal = report.journal();
    return new JsonObject()
        .put("directory", journal.directory().toString())
        .put("format", journal.format())
        .put("slots", journal.slots())
        .put("incarnation", journal.incarnation())
        .put("closed_cleanly", journal.closedCleanly())
        .put("segments", journal.segments().size())
        .put("frames", journal.frames())
        .put("entries", report.entries())
        .put("queues", report.queues())
        .put("tasks", report.tasks())
        .put("torn_tails", journal.tornTails().size())
        .put("damages", journal.damages().size())
        .put("problems", report.problems().size())
        .put("sound", report.isSound());
  }

  /** Shows the files of the journal. */
  private static final class SegmentView implements View<SegmentReport> {
    @Override
    public List<Column<SegmentReport>> columns() {
      return List.of(
          Column.text("segment", SegmentReport::file),
          Column.number("incarnation", segment -> Wording.count(segment.incarnation())),
          Column.number("first frame", segment -> Wording.count(segment.firstFrame())),
          Column.number("frames", segment -> Wording.count(segment.frames())),
          Column.number("entries", segment -> Wording.count(segment.entries())),
          Column.number("used", segment -> Wording.size(segment.usedBytes())),
          Column.number("size", segment -> Wording.size(segment.bytes())));
    }

    @Override
    public void write(SegmentReport segment, JsonObject json) {
      json.put("segment", segment.file())
          .put("incarnation", segment.incarnation())
          .put("first_frame", segment.firstFrame())
          .put("frames", segment.frames())
          .put("entries", segment.entries())
          .put("used_bytes", segment.usedBytes())
          .put("bytes", segment.bytes());
    }
  }
}
