package dev.millrace.cli;

import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.RequestId;
import dev.millrace.api.v1.UpdateRequest;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Owns the threads that send batches to the server, a bounded number of them at a time. Every batch
 * has a request id, so that repeating it enqueues nothing twice. Used by one thread.
 */
final class LoadLoop implements AutoCloseable {
  private final Connection connection;
  private final Settings settings;
  private final LoadProgress progress;
  private final String client = "load-" + UUID.randomUUID();
  private final ExecutorService senders =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("load-", 0).factory());
  private final Deque<Sent> inFlight = new ArrayDeque<>();
  private long sequence;
  private long lastLine;
  private LoadCount count = LoadCount.NONE;

  /**
   * How batches are sent.
   *
   * @param batchesMax how many may be on their way; with one, the order of the lines holds
   */
  record Settings(int batchesMax, Durability durability, Patience patience) {}

  /** A batch on its way. */
  private record Sent(LoadBatch batch, Future<LoadCount> reply) {}

  /** Reads tasks from lines. */
  interface Tasks {
    /** The next one; none at the end. */
    Optional<Enqueue> next() throws IOException;
  }

  LoadLoop(Connection connection, Settings settings, LoadProgress progress) {
    this.connection = connection;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Enqueues all tasks, and tells what became of them.
   *
   * @param lines what the tasks are read from
   */
  LoadCount load(Lines lines, Tasks tasks) throws IOException, InterruptedException {
    var batch = new LoadBatch();
    for (var task = next(tasks); task.isPresent(); task = next(tasks)) {
      if (!batch.fits(task.get())) {
        send(batch);
        batch = new LoadBatch();
      }
      batch.add(task.get(), lines);
    }
    if (!batch.isEmpty()) {
      send(batch);
    }
    return finish();
  }

  private Optional<Enqueue> next(Tasks tasks) throws IOException, InterruptedException {
    try {
      return tasks.next();
    } catch (Failure unreadable) {
      throw stopped(unreadable);
    }
  }

  /** Sends a batch, after waiting for an older one if too many are on their way. */
  private void send(LoadBatch batch) throws InterruptedException {
    if (inFlight.size() == settings.batchesMax()) {
      awaitOldest();
    }
    var request =
        UpdateRequest.newBuilder()
            .addAllElements(batch.elements())
            .setRequest(RequestId.newBuilder().setClient(client).setSequence(++sequence))
            .setDurability(settings.durability())
            .build();
    lastLine = batch.lastLine();
    inFlight.add(new Sent(batch, senders.submit(() -> enqueue(request))));
  }

  private LoadCount enqueue(UpdateRequest request) throws InterruptedException {
    return LoadCount.of(
        settings.patience().call(() -> connection.change(stub -> stub.update(request))));
  }

  /** Waits for all that was sent, and tells what became of it. */
  private LoadCount finish() throws InterruptedException {
    while (!inFlight.isEmpty()) {
      awaitOldest();
    }
    return count;
  }

  /** Waits for all that was sent, when nothing more can be: what failed, and how far it came. */
  private Failure stopped(Failure cause) throws InterruptedException {
    var _ = finish();
    return cause.withMessage(
        "%s; loaded: the first %s"
            .formatted(cause.getMessage(), Wording.counted(lastLine, "line")));
  }

  private void awaitOldest() throws InterruptedException {
    var oldest = inFlight.remove();
    try {
      count = count.plus(oldest.reply().get());
      progress.show(count.tasks(), oldest.batch().sourceBytes());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Failure failure) {
        throw failure.withMessage(explain(failure, oldest.batch()));
      }
      throw new IllegalStateException("sending a batch failed", e);
    }
  }

  /** The batches are awaited in order: all lines before the failed one are loaded. */
  private String explain(Failure failure, LoadBatch batch) {
    var isSure = inFlight.isEmpty() && failure.exitCode() != ExitCode.OUTCOME_UNKNOWN;
    var rest = isSure ? "" : ", perhaps some later ones";
    return "%s: %s; loaded: the first %s%s"
        .formatted(
            batch.place(failure),
            failure.getMessage(),
            Wording.counted(batch.linesBefore(), "line"),
            rest);
  }

  @Override
  public void close() {
    senders.shutdownNow();
    senders.close();
  }
}
