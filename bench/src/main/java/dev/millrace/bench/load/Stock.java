package dev.millrace.bench.load;

/**
 * The tasks of one queue, as far as its callers know: who takes waits for who puts, and the other
 * way round.
 */
final class Stock {
  /** More than all callers will ever ask for. */
  private static final int PLENTY = 1 << 30;

  private final Permits tasks = new Permits(0);
  private final Permits room;
  private volatile boolean isOver;

  /** Has room for so many. */
  Stock(int room) {
    this.room = new Permits(room);
  }

  /** False when it is over. */
  boolean awaitRoom(int batch) throws InterruptedException {
    room.acquire(batch);
    return !isOver;
  }

  /** False when it is over. */
  boolean awaitTasks(int batch) throws InterruptedException {
    tasks.acquire(batch);
    return !isOver;
  }

  /** Nobody waits any more. A timer for each wait would cost more than the wait. */
  void end() {
    isOver = true;
    room.release(PLENTY);
    tasks.release(PLENTY);
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
