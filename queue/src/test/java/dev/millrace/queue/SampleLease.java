package dev.millrace.queue;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A lease of up to 10 tasks for a minute by {@code worker}, unless it says otherwise. */
record SampleLease(
    Command.Source source,
    int tasksMax,
    Duration time,
    @Nullable Pid maxPid,
    Duration patience,
    String holder,
    @Nullable RequestId request) {

  static SampleLease from(String... queues) {
    return of(new Command.Source.Queues(Arrays.stream(queues).map(QueueName::of).toList()));
  }

  static SampleLease matching(String pattern) {
    return of(new Command.Source.Matching(new NameFilter(null, NamePattern.of(pattern))));
  }

  private static SampleLease of(Command.Source source) {
    return new SampleLease(source, 10, SlotFixture.MINUTE, null, Duration.ZERO, "worker", null);
  }

  SampleLease max(int tasks) {
    return new SampleLease(source, tasks, time, maxPid, patience, holder, request);
  }

  SampleLease lasting(Duration leaseTime) {
    return new SampleLease(source, tasksMax, leaseTime, maxPid, patience, holder, request);
  }

  SampleLease upTo(String pid) {
    return new SampleLease(source, tasksMax, time, Pid.of(pid), patience, holder, request);
  }

  SampleLease waiting(Duration waitTime) {
    return new SampleLease(source, tasksMax, time, maxPid, waitTime, holder, request);
  }

  SampleLease by(String name) {
    return new SampleLease(source, tasksMax, time, maxPid, patience, name, request);
  }

  SampleLease request(String client, long sequence) {
    return new SampleLease(
        source, tasksMax, time, maxPid, patience, holder, new RequestId(client, sequence));
  }

  Command.Lease command() {
    return new Command.Lease(
        source,
        tasksMax,
        time.toMillis(),
        maxPid,
        patience.toMillis(),
        new Holder(holder, "10.0.0.1:5000"),
        request);
  }
}
