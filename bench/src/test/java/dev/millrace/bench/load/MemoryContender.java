package dev.millrace.bench.load;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Queues in this process, which fail when they are told to. */
final class MemoryContender implements Contender {
  final Map<String, ConcurrentLinkedQueue<byte[]>> queues = new ConcurrentHashMap<>();
  final AtomicLong most = new AtomicLong();
  private final long failsEvery;
  private final AtomicLong calls = new AtomicLong();

  MemoryContender(long failsEvery) {
    this.failsEvery = failsEvery;
  }

  MemoryContender() {
    this(Long.MAX_VALUE);
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Setting setting() {
    return Setting.DEFAULT;
  }

  @Override
  public String description() {
    return "in this process";
  }

  @Override
  public void start(Path folder) {}

  @Override
  public List<ProcessHandle> processes() {
    return List.of();
  }

  @Override
  public Connections connect(int connections) {
    return new Connections() {
      @Override
      public Session session(int connection) {
        assert connection < connections;
        return new MemorySession();
      }

      @Override
      public void prepare(List<String> names) {
        names.forEach(name -> queues.put(name, new ConcurrentLinkedQueue<>()));
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}

  private ConcurrentLinkedQueue<byte[]> tasks(String queue) {
    return Objects.requireNonNull(queues.get(queue), queue);
  }

  /** On threads of its own, as a server answers. */
  private final class MemorySession implements Session {
    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      return CompletableFuture.supplyAsync(() -> put(queue, data, tasks));
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      return CompletableFuture.supplyAsync(() -> take(queue, tasksMax, worker));
    }

    private int put(String queue, byte[] data, int tasks) {
      call();
      var tasksOfQueue = tasks(queue);
      for (int i = 0; i < tasks; i++) {
        tasksOfQueue.add(data);
      }
      most.accumulateAndGet(tasksOfQueue.size(), Math::max);
      return tasks;
    }

    private int take(String queue, int tasksMax, Consumer<ByteString> worker) {
      call();
      int done = 0;
      while (done < tasksMax && tasks(queue).peek() != null) {
        byte[] data = tasks(queue).poll();
        if (data != null) {
          worker.accept(ByteString.copyFrom(data));
          done++;
        }
      }
      return done;
    }

    private void call() {
      if (calls.incrementAndGet() % failsEvery == 0) {
        throw new IllegalStateException("told to fail");
      }
    }
  }
}
