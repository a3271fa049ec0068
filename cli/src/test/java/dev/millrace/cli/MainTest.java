package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the command line says without a server. */
class MainTest {
  private final TestShell shell = new TestShell();

  @Test
  void helpListsEveryCommandAndEveryExitCode() {
    assertThat(shell.run("--help")).isZero();
    for (var verb : Verb.values()) {
      assertThat(shell.out()).contains("  " + verb.word() + " ");
    }
    assertThat(shell.out())
        .contains("  6   It may or may not have happened", "  7   Done, but something is missing");
    assertThat(shell.err()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandHasHelpWithAnExampleAndTheGlobalOptions(Verb verb) {
    assertThat(shell.run(verb.word(), "--help")).isZero();
    assertThat(shell.out())
        .startsWith("Usage: millrace " + verb.word() + " ")
        .contains("--server=HOST:PORT", "--group=G", "--json")
        .contains("Example: millrace " + verb.word());
  }

  @Test
  void helpMayStandInFront() {
    assertThat(shell.run("help", "lease")).isZero();
    assertThat(shell.out()).startsWith("Usage: millrace lease ");
  }

  @Test
  void tellsItsVersion() {
    assertThat(shell.run("--version")).isZero();
    assertThat(shell.out()).startsWith("millrace ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "; Missing required subcommand",
        "lesae mail; lesae",
        "enqueue; QUEUE",
        "enqueue mail x --dealy 5s; --dealy",
        "enqueue mail x --delay 5; which unit?",
        "enqueue mail x --delay soon; 'soon'",
        "enqueue mail x --on-conflict never; never",
        "enqueue mail x --delay 5s --not-before 2027-01-31T08:00; not both",
        "enqueue mail x --pid hex:0; hex:0",
        "lease; --pattern",
        "lease mail --pattern .*; --pattern",
        "lease mail -n 0; '0'",
        "lease mail -n -1; -1",
        "done mail a; LEASE",
        "done mail a 1 --cancel; LEASE",
        "done mail a 1 --data x; --then",
        "done mail a one; 'one'",
        "renew mail a; --holder",
        "renew --all; --holder",
        "release mail a; LEASE",
        "move mail a; where to?",
        "move mail a --to-pid b --to-fifo; not both",
        "queues --group a --all-groups; not both",
        "delete; --pattern",
        "delete mail --pattern .*; --pattern",
        "delete mail --yes; belong to --pattern",
        "delete --pattern .*; --expect",
        "policy; Missing required subcommand",
        "load x.txt; --queue",
        "restore --data x; --from",
        "restore --from x; --data or --list",
        "restore --from x --data y --list; not both",
        "salvage --data x; --to",
        "simulate --seeds 0; '0'",
        "simulate --bug NONE; NONE",
        "simulate --quick --seed 7; --quick",
        "bench speed; speed",
        "bench; NAME",
        "queues --server nowhere:port; HOST:PORT",
        "queues --server; --server",
      })
  void wrongUsageExitsWithTwoAndALine(String line, String complaint) {
    var words = line == null ? new String[0] : line.split(" ");

    assertThat(shell.run(words)).isEqualTo(2);
    assertThat(shell.err()).startsWith("millrace: INVALID: ").contains(complaint);
    assertThat(shell.err().lines()).hasSizeLessThanOrEqualTo(2);
    assertThat(shell.out()).isEmpty();
  }

  @Test
  void missingServerExitsWithFiveAndSaysHowToStartOne() {
    assertThat(shell.run("--server", "127.0.0.1:1", "queues")).isEqualTo(5);
    assertThat(shell.err())
        .isEqualTo(
            "millrace: UNREACHABLE: no server at 127.0.0.1:1; start one with: millrace serve\n");
  }

  @Test
  void loadDoesNotWaitForAServerThatWasNeverThere() {
    shell.typing("a\nb\n");

    assertThat(shell.run("load", "-", "--queue", "mail", "--server", "127.0.0.1:1")).isEqualTo(5);
    assertThat(shell.err()).contains("UNREACHABLE").contains("loaded: the first 0 lines");
  }

  @Test
  void missingFileIsNamed() {
    assertThat(shell.run("load", "no/such/file", "--queue", "mail")).isEqualTo(1);
    assertThat(shell.err()).isEqualTo("millrace: FILE: can't read no/such/file: no such file\n");
  }

  @Test
  void simulationEndsWithItsBars() {
    var exitCode = shell.run("simulate", "--seeds", "3", "--quick");

    assertThat(shell.out()).contains("bar failures 0 0 met");
    assertThat(shell.lines()).last().asString().startsWith("bar ");
    assertThat(exitCode).isZero();
  }

  @Test
  void simulationFindsASeededBug() {
    assertThat(shell.run("simulate", "--seeds", "300", "--bug", "first_step_skipped")).isZero();
    assertThat(shell.lines())
        .last()
        .asString()
        .startsWith("bar bug-found-FIRST_STEP_SKIPPED ")
        .endsWith(" met");
    assertThat(shell.out()).contains("repeat: ./millrace simulate --seed ");
  }

  @Test
  void checkNeedsADataDirectory(@TempDir Path directory) throws IOException {
    assertThat(shell.run("check", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(shell.err()).startsWith("millrace: MISSING: ").contains("doesn't exist");

    Files.writeString(directory.resolve("letter.txt"), "Dear Ada");

    assertThat(shell.run("check", directory.toString())).isEqualTo(2);
    assertThat(shell.err()).startsWith("millrace: NOT_OURS: ").contains("letter.txt");
  }
}
