package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes tasks to a file. */
@Command(
    name = "export",
    description = {
      "Writes the tasks of queues as lines of JSON, by queue and PID, without changing anything.",
      "What changes meanwhile may be in it as it was or as it is; a backup is of one moment."
    },
    footer = {
      "Example: millrace export 'mail/.*' --out mail.jsonl",
      "         millrace export 'mail/.*' --out mail.jsonl --resume",
      "         millrace export --all-groups | zstd > all.jsonl.zst"
    })
final class ExportCommand implements Callable<Integer> {
  private static final int PAGE_QUEUES = 500;
  private static final int PAGE_TASKS = 500;

  private final Invocation invocation;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REGEX",
      description = "Only queues whose whole name matches (RE2 syntax). Default: all.")
  private String regex = "";

  @Option(names = "--all-groups", description = "The queues of every group.")
  private boolean allGroups;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The file to write; must not be there. Default: the standard output.")
  private @Nullable Path out;

  @Option(names = "--resume", description = "Goes on behind the last whole line of --out.")
  private boolean resume;

  private long tasks;

  ExportCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var last = Optional.<Task>empty();
    if (resume) {
      if (out == null) {
        throw Failure.usage("--resume goes with --out");
      }
      last = ExportFile.lastTask(out);
    }
    try (var to = open();
        var progress =
            new LoadProgress(invocation.shell(), OptionalLong.empty(), System::nanoTime);
        var connection = invocation.connect()) {
      write(connection, to, progress, last);
      progress.clear();
      if (to.checkError()) {
        throw new Failure(ExitCode.FAILED, "FILE", "can't write the tasks");
      }
    } catch (IOException e) {
      throw new Failure(
          ExitCode.FAILED, "FILE", "can't write %s: %s".formatted(out, e.getMessage()));
    }
    invocation.note("exported %s".formatted(Wording.counted(tasks, "task")));
    return ExitCode.OK.number();
  }

  private PrintStream open() throws IOException {
    if (out == null) {
      return invocation.shell().out();
    }
    var file =
        resume
            ? Files.newOutputStream(out, StandardOpenOption.APPEND)
            : Files.newOutputStream(out, StandardOpenOption.CREATE_NEW);
    return new PrintStream(file, false, StandardCharsets.UTF_8);
  }

  private void write(
      Connection connection, PrintStream to, LoadProgress progress, Optional<Task> last) {
    var filter =
        QueueFilter.newBuilder()
            .setPattern(invocation.pattern(regex, allGroups))
            .setSort(QueueFilter.Sort.NAME)
            .setPageSize(PAGE_QUEUES);
    do {
      var page =
          connection.read(
              stub -> stub.listQueues(ListQueuesRequest.newBuilder().setFilter(filter).build()));
      for (var size : page.getQueuesList()) {
        var queue = size.getQueue();
        if (last.isEmpty() || isNotBefore(queue, last.get().getQueue())) {
          var after = last.filter(task -> task.getQueue().equals(queue)).map(Task::getPid);
          write(connection, queue, after, to, progress);
        }
      }
      filter.setPageToken(page.getNextPageToken());
    } while (!filter.getPageToken().isEmpty());
  }

  private static boolean isNotBefore(Queue queue, Queue other) {
    return ByteString.unsignedLexicographicalComparator()
            .compare(queue.getNameBytes(), other.getNameBytes())
        >= 0;
  }

  private void write(
      Connection connection,
      Queue queue,
      Optional<ByteString> after,
      PrintStream to,
      LoadProgress progress) {
    var request = PeekRequest.newBuilder().setQueue(queue).setMaxTasks(PAGE_TASKS);
    after.ifPresent(request::setAfterPid);
    var more = true;
    while (more) {
      var page = connection.read(stub -> stub.peek(request.build()));
      for (var task : page.getTasksList()) {
        to.append(TaskLine.of(task)).append('\n');
      }
      tasks += page.getTasksCount();
      progress.show(tasks, 0);
      more = page.getMore() && !to.checkError();
      request.setAfterPid(page.getResumePid());
    }
  }
}
