package dev.millrace.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Puts a contender that runs already under the load of a cell. */
public final class Load {
  /** For calls that were under way at the end, and arrivals of an open loop that wait still. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private static final Duration FILL_TIME_MAX = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofMillis(10);
  private static final int FILL_BATCH = 50;
  private static final int FILLERS_MAX = 100;

  private final Contender contender;
  private final Machine machine = Machine.here();
  private final Ticker ticker = Ticker.system();

  public Load(Contender contender) {
    this.contender = contender;
  }

  /** Opens the connections, empties the queues, fills them if need be, warms up, measures. */
  public Outcome run(Cell cell) throws IOException, InterruptedException {
    cell.check();
    try (var connections = contender.connect(cell.connections())) {
      connections.prepare(cell.queueNames());
      List<Stock> stocks =
          Stream.generate(() -> new Stock(cell.roomPerQueue())).limit(cell.queues()).toList();
      var tally = new Tally();
      fill(cell, connections, stocks, tally);
      return measure(cell, connections, stocks, tally);
    }
  }

  /** Can't be compressed, not with that of other callers either, so that nobody gains by it. */
  private static byte[] data(int bytes, int caller) {
    byte[] data = new byte[bytes];
    new Random(caller).nextBytes(data);
    return data;
  }

  private Outcome measure(
      Cell cell, Contender.Connections connections, List<Stock> stocks, Tally tally)
      throws IOException, InterruptedException {
    List<Caller> callers = new ArrayList<>();
    List<Session> sessions = new ArrayList<>();
    for (int caller = 0; caller < cell.callers(); caller++) {
      sessions.add(connections.session(caller % cell.connections()));
    }
    long start = ticker.nanos();
    var window = new Window(start, cell);
    var pace = new Pace(start, cell);
    for (int caller = 0; caller < cell.callers(); caller++) {
      int queue = caller % cell.queues();
      var shared = new Caller.Shared(window, pace, stocks.get(queue), tally, ticker);
      boolean consumer = cell.job().isConsumer(caller / cell.queues());
      callers.add(
          new Caller(
              cell,
              sessions.get(caller),
              Cell.queueName(queue),
              consumer,
              data(cell.dataBytes(), caller),
              shared));
    }
    List<CompletableFuture<Void>> ends = callers.stream().map(Caller::start).toList();
    await(window.from(), window, ends);
    var before = machine.counters(contender.processes());
    long countedFrom = ticker.nanos();
    await(window.to(), window, ends);
    var after = machine.counters(contender.processes());
    double counted = Math.max(1, ticker.nanos() - countedFrom) / 1e9;
    stocks.forEach(Stock::end);
    join(ends, tally);
    long end = pace.isOpen() ? Math.max(window.to(), tally.last()) : window.to();
    return new Outcome(
        contender.name(),
        contender.setting(),
        cell,
        Math.max(1, end - window.from()) / 1e9,
        tally.tasks(),
        tally.latency(),
        Usage.between(before, after, counted, Runtime.getRuntime().availableProcessors()),
        tally.failures(),
        tally.firstFailure());
  }

  /** Until then, or until there is no more to do. */
  private void await(long until, Window window, List<CompletableFuture<Void>> ends)
      throws InterruptedException {
    while (ticker.nanos() - until < 0
        && !window.isOver(ticker.nanos())
        && !ends.stream().allMatch(CompletableFuture::isDone)) {
      ticker.sleep(STEP);
    }
  }

  private void join(List<CompletableFuture<Void>> ends, Tally tally) throws InterruptedException {
    long deadline = ticker.nanos() + GRACE.toNanos();
    while (ticker.nanos() - deadline < 0 && !ends.stream().allMatch(CompletableFuture::isDone)) {
      ticker.sleep(STEP);
    }
    ends.stream().filter(end -> !end.isDone()).forEach(_ -> tally.fail("a call did not end"));
  }

  /** In batches, evenly over the queues; what isn't there when the time is over stays out. */
  private void fill(Cell cell, Contender.Connections connections, List<Stock> stocks, Tally tally)
      throws IOException, InterruptedException {
    long perQueue = Math.ceilDiv(cell.stock(), cell.queues());
    if (perQueue == 0) {
      return;
    }
    long deadline = ticker.nanos() + FILL_TIME_MAX.toNanos();
    List<Thread> threads = new ArrayList<>();
    int fillers = Math.min(cell.queues(), FILLERS_MAX);
    for (int filler = 0; filler < fillers; filler++) {
      var session = connections.session(filler % cell.connections());
      List<FillLoop.Share> shares = new ArrayList<>();
      for (int queue = filler; queue < cell.queues(); queue += fillers) {
        shares.add(new FillLoop.Share(Cell.queueName(queue), stocks.get(queue)));
      }
      threads.add(
          FillLoop.start(
              new FillLoop(
                  session,
                  shares,
                  perQueue,
                  Math.max(FILL_BATCH, cell.batch()),
                  data(cell.dataBytes(), filler),
                  deadline,
                  ticker,
                  tally)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
