package dev.millrace.dashboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.Task;
import dev.millrace.client.Elements;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.MillraceException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** One queue at work, with tasks in every state: something to take pictures of. */
final class MailScene implements AutoCloseable {
  static final Queue MAIL = Elements.queue("mail");

  private static final List<String> REASONS =
      List.of("SMTP 550: mailbox unavailable", "connection timed out after 30 s", "no such user");

  private static final int BEAT_MILLIS = 100;

  private final MillraceClient client;
  private final SplittableRandom random = new SplittableRandom(7);
  private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor();
  private int sent;

  MailScene(MillraceClient client) {
    this.client = client;
    setPolicy();
    add(5);
    leased(5).forEach(task -> client.fail(task, REASONS.get(random.nextInt(REASONS.size()))));
    addLater(7);
    add(400);
    var _ = leased(6);
    var _ = beat.scheduleWithFixedDelay(this::step, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void setPolicy() {
    var policy = Policy.newBuilder().setMaxAttempts(1).setMaxLeaseTime(seconds(3600));
    policy.getQueuesBuilder().setRegex("mail.*");
    policy.getRateBuilder().setPerSecond(500).setBurst(1000);
    policy.getBackoffBuilder().setInitial(seconds(1)).setFactor(2).setMax(seconds(600));
    var _ = client.admin().setPolicies(SetPoliciesRequest.newBuilder().addPolicies(policy).build());
  }

  private static Duration seconds(int seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  private void add(int tasks) {
    var _ =
        client.update(
            IntStream.range(0, tasks)
                .mapToObj(_ -> Elements.enqueue(MAIL, pid(), data()))
                .toArray(Element[]::new));
  }

  private void addLater(int tasks) {
    for (int i = 0; i < tasks; i++) {
      var later = Enqueue.newBuilder().setQueue(MAIL).setPid(pid()).setData(data());
      var _ = client.update(Elements.enqueue(later.setDelay(seconds(600)).build()));
    }
  }

  private ByteString pid() {
    return ByteString.copyFromUtf8("invoice-%07d".formatted(++sent));
  }

  private ByteString data() {
    return ByteString.copyFromUtf8(
        """
        {"to": "user%d@example.org", "template": "invoice", "total": %d.90, "pages": [1, 2], "copy": null}\
        """
            .formatted(sent, 10 + sent % 90));
  }

  private List<Task> leased(int tasks) {
    var request = LeaseRequest.newBuilder().addQueues(MAIL).setMaxTasks(tasks);
    request.setLeaseTime(seconds(1800)).setHolder("mailer-3.eu-west");
    return client.lease(request.build()).getTasksList();
  }

  /** More comes and goes by turns. */
  private void step() {
    try {
      boolean isFlood = sent / 300 % 2 == 0;
      add(1 + random.nextInt(isFlood ? 12 : 4));
      leased(1 + random.nextInt(8)).forEach(client::complete);
    } catch (MillraceException e) {
      // A machine that does much else: the next beat comes.
    }
  }

  @Override
  public void close() {
    beat.shutdownNow();
    beat.close();
  }
}
