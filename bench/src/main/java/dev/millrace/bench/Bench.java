package dev.millrace.bench;

import dev.millrace.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** One measurement. */
public interface Bench {
  /**
   * Measures.
   *
   * @return the bars, met or not
   */
  List<Bar> run(Setup setup) throws IOException, InterruptedException;

  /**
   * Where and how.
   *
   * @param folder for the data of nodes; emptied by whoever made it
   * @param quick in less than a minute, with less to do
   * @param java runs a program of this one's classes with the options of a node: the command with
   *     its arguments, up to the main class
   * @param serve starts a node as a process of its own: the command with its arguments, up to those
   *     of the node
   * @param results the folder for files with results; none for no files
   * @param out for tables and for what goes on
   */
  record Setup(
      Path folder,
      boolean quick,
      List<String> java,
      List<String> serve,
      Optional<Path> results,
      Consumer<String> out) {
    public Setup {
      java = List.copyOf(java);
      serve = List.copyOf(serve);
    }

    /** With options of Java for nodes, instead of those there that say the same. */
    public Setup with(String... options) {
      return new Setup(folder, quick, with(java, options), with(serve, options), results, out);
    }

    /** The last one of several counts; they come before the class path. */
    private static List<String> with(List<String> command, String... options) {
      var changed = new ArrayList<>(command);
      changed.addAll(Math.max(1, changed.indexOf("-cp")), List.of(options));
      return changed;
    }

    /** With as little memory for nodes as the launcher gives where it is scarce. */
    public Setup small() {
      return with("-Xmx576m", "-Xmn192m");
    }

    public void say(String form, Object... values) {
      out.accept(String.format(Locale.ROOT, form, values));
    }

    /** Shows the table, and writes the files where they are wanted. */
    public void publish(Report report) throws IOException {
      out.accept("");
      report.table().text().lines().forEach(out);
      out.accept("");
      if (results.isPresent()) {
        report.write(results.get()).forEach(file -> say("wrote %s", file));
      }
    }
  }
}
