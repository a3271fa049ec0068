package dev.millrace.dashboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.MillraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Queues of an invented company, at work: something to take pictures of. */
final class Scene implements AutoCloseable {
  private static final List<String> AREAS =
      List.of("billing", "catalog", "crawl", "images", "mail", "orders", "reports", "search");

  private static final List<String> STEPS =
      List.of("import", "parse", "enrich", "resize", "render", "index", "notify", "archive");

  private static final int BEAT_MILLIS = 100;

  private final MillraceClient client;
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<Queue> queues = new ArrayList<>();
  private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor();

  Scene(MillraceClient client) {
    this.client = client;
    for (String area : AREAS) {
      for (String step : STEPS) {
        queues.add(Elements.queue(area + "." + step));
      }
    }
    queues.forEach(queue -> add(queue, 1 + (int) Math.pow(random.nextDouble() * 9, 3)));
    addLater(Elements.queue("mail.notify"), 340);
    add(Elements.queue("crawl.parse.dead"), 12);
    var _ = beat.scheduleWithFixedDelay(this::step, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void add(Queue queue, int tasks) {
    var elements = new Element[tasks];
    for (int i = 0; i < tasks; i++) {
      elements[i] = Elements.enqueue(queue, ByteString.copyFromUtf8("{\"page\": " + i + "}"));
    }
    var _ = client.update(elements);
  }

  private void addLater(Queue queue, int tasks) {
    for (int i = 0; i < tasks; i++) {
      var _ =
          client.updateAsync(
              Elements.enqueue(
                  Enqueue.newBuilder()
                      .setQueue(queue)
                      .setData(ByteString.copyFromUtf8("{}"))
                      .setDelay(Duration.newBuilder().setSeconds(3600))
                      .build()));
    }
  }

  /** Tasks come everywhere, and go everywhere but in one area, whose workers are away. */
  private void step() {
    try {
      queues.forEach(this::work);
    } catch (MillraceException e) {
      // A machine that does much else: the next beat comes.
    }
  }

  private void work(Queue queue) {
    if (random.nextInt(4) == 0) {
      add(queue, 1 + random.nextInt(6));
    }
    if (!queue.getName().startsWith("reports.r") && random.nextInt(4) == 0) {
      client.lease(queue, 1 + random.nextInt(6)).forEach(this::finish);
    }
  }

  /** Some workers still work. */
  private void finish(Task task) {
    if (random.nextInt(40) > 0) {
      client.complete(task);
    } else {
      var _ = client.renew(task, java.time.Duration.ofHours(1));
    }
  }

  @Override
  public void close() {
    beat.shutdownNow();
    beat.close();
  }
}
