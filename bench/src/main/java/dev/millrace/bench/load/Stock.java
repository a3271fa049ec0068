package dev.millrace.bench.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The tasks of one queue, as far as its callers know: who takes waits for who puts, and the other
 * way round.
 */
final class Stock {
  private static final long PATIENCE_MILLIS = 20;

  private final Semaphore tasks = new Semaphore(0);
  private final Semaphore room;

  /** Has room for so many. */
  Stock(int room) {
    this.room = new Semaphore(room);
  }

  boolean awaitRoom(int batch) throws InterruptedException {
    return room.tryAcquire(batch, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  boolean awaitTasks(int batch) throws InterruptedException {
    return tasks.tryAcquire(batch, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Without waiting. */
  boolean claim(int batch) {
    return tasks.tryAcquire(batch);
  }

  /** Of the room that was claimed, so much has a task now. */
  void put(int batch, int put) {
    tasks.release(put);
    room.release(batch - put);
  }

  /** Were there before anybody claimed room. */
  void fill(int batch) {
    tasks.release(batch);
  }

  /** Some of those that were claimed were taken. */
  void taken(int batch, int taken) {
    tasks.release(batch - taken);
    room.release(taken);
  }
}
