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

  /** Claims room; false when there is none yet, and this runs when there is, or it is over. */
  boolean claimRoom(int batch, Runnable then) {
    return room.acquire(batch, then);
  }

  /** Claims tasks; false when there are none yet, and this runs when there are, or it is over. */
  boolean claimTasks(int batch, Runnable then) {
    return tasks.acquire(batch, then);
  }

  boolean isOver() {
    return isOver;
  }

  /** Nobody waits any more. */
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
