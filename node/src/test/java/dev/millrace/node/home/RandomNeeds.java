package dev.millrace.node.home;

import dev.millrace.queue.Deadline;
import dev.millrace.queue.Need;
import dev.millrace.queue.Position;
import dev.millrace.queue.TaskKey;
import java.util.ArrayList;
import java.util.List;

/** Needs of every kind that have something to do with what is there. */
final class RandomNeeds {
  private final RandomLayers layers;

  RandomNeeds(RandomLayers layers) {
    this.layers = layers;
  }

  /** A few of each kind. */
  List<Need> each() {
    var needs = new ArrayList<Need>();
    for (int i = 0; i < 6; i++) {
      needs.add(new Need.OneTask(queue(), layers.pid()));
      needs.add(new Need.AvailableTasks(queue(), position(), count(), 1 << 20));
      needs.add(new Need.AnyTasks(queue(), position(), flag(), flag(), count()));
      needs.add(new Need.NextDeadlines(flag() ? null : deadline(), count()));
      needs.add(
          new Need.LeasesOf(layers.pick(RandomLayers.HOLDERS), flag() ? null : key(), count()));
    }
    return needs;
  }

  private long queue() {
    return layers.pick(layers.queues.keySet());
  }

  private Position position() {
    return flag() ? Position.START : new Position(layers.pid(), flag());
  }

  private TaskKey key() {
    return new TaskKey(queue(), layers.pid());
  }

  private Deadline deadline() {
    return new Deadline(layers.timeMillis - layers.random.nextInt(20), queue(), layers.pid());
  }

  private int count() {
    return 1 + layers.random.nextInt(8);
  }

  private boolean flag() {
    return layers.random.nextBoolean();
  }
}
