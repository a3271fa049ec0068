package dev.millrace.node;

import dev.millrace.node.ExecuteEvent.Read;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Need;
import dev.millrace.queue.Task;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The stage that reads from the store what slots ask for, all that wait together. What was read and
 * not executed yet takes bounded memory: the stage waits until the execute stage has taken enough
 * of it. The execute stage never waits for this one, because there is a place for everything that
 * it may ask.
 */
final class LoadStage implements AutoCloseable {
  /** Beside parked calls, slots ask for heads of queues and for deadlines. */
  private static final int INQUIRIES_OF_SLOTS = 10_000;

  private static final int BATCH_MAX = 256;

  /** Each may read some megabytes; a single task is small, and many are looked up together. */
  private static final int SCANS_PER_READ = 8;

  /** What may be on its way to the execute stage. */
  private static final int KIBIBYTES_MAX = 32 << 10;

  /** So many, that nobody ever waits again. */
  private static final int FOR_EVERYBODY = 1 << 30;

  private final SlotStore slotStore;
  private final UrgentEvents urgent;
  private final PathLife life;
  private final Semaphore kibibytes = new Semaphore(KIBIBYTES_MAX);
  private final QueueStage<Asked> stage;

  LoadStage(SlotStore slotStore, int parkedCallsMax, UrgentEvents urgent, PathLife life) {
    this.slotStore = slotStore;
    this.urgent = urgent;
    this.life = life;
    this.stage =
        QueueStage.start(
            new StageConfig("load", parkedCallsMax + INQUIRIES_OF_SLOTS, BATCH_MAX),
            this::readAll,
            (cause, _) -> life.fail(cause));
    life.whenFailed(_ -> kibibytes.release(FOR_EVERYBODY));
  }

  private void readAll(List<Asked> asked) {
    List<Asked> together = new ArrayList<>();
    long scans = 0;
    for (Asked one : asked) {
      together.add(one);
      scans += one.inquiry().needs().stream().filter(LoadStage::isScan).count();
      if (scans >= SCANS_PER_READ) {
        read(together);
        together.clear();
        scans = 0;
      }
    }
    read(together);
  }

  private static boolean isScan(Need need) {
    return !(need instanceof Need.OneTask);
  }

  private void read(List<Asked> asked) {
    if (asked.isEmpty() || life.hasFailed()) {
      return;
    }
    for (Answered answered : slotStore.read(asked)) {
      int size = kibibytesOf(answered.findings());
      kibibytes.acquireUninterruptibly(size);
      urgent.add(new Read(answered, size));
    }
  }

  private static int kibibytesOf(List<Finding> findings) {
    long bytes = 0;
    for (Finding finding : findings) {
      bytes +=
          switch (finding) {
            case Finding.OneTask(var task) -> task == null ? 0 : task.data().size();
            case Finding.Tasks(var tasks, _) -> sizeOf(tasks);
            case Finding.Deadlines _, Finding.Leases _ -> 0;
          };
    }
    return (int) Math.min(1 + bytes / 1024, KIBIBYTES_MAX);
  }

  private static long sizeOf(List<Task> tasks) {
    long bytes = 0;
    for (Task task : tasks) {
      bytes += task.data().size();
    }
    return bytes;
  }

  /** The execute stage has taken something that was read. */
  void taken(Read read) {
    kibibytes.release(read.kibibytes());
  }

  /** Has something read. */
  void put(Asked asked) {
    // Refused only when the path has failed: then nobody waits for it.
    var _ = stage.put(asked);
  }

  Observation observe() {
    return stage.observe();
  }

  @Override
  public void close() {
    stage.close();
  }
}
