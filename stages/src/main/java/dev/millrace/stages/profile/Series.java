package dev.millrace.stages.profile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a stage did over time, from its start to now, in bounded memory: when the series is full, two
 * moments in a row become one, and so do all that come later.
 */
final class Series {
  private final int momentsMax;
  private List<Moment> moments = new ArrayList<>();

  /** Samples that make one moment. */
  private int samples = 1;

  private @Nullable Moment open;
  private int openSamples;

  /**
   * @param momentsMax even
   */
  Series(int momentsMax) {
    this.momentsMax = momentsMax;
  }

  void add(Moment sample) {
    Moment before = open;
    open = before == null ? sample : before.and(sample);
    openSamples++;
    if (openSamples == samples) {
      moments.add(open);
      open = null;
      openSamples = 0;
    }
    if (moments.size() == momentsMax) {
      halve();
    }
  }

  private void halve() {
    List<Moment> halved = new ArrayList<>();
    for (int i = 0; i + 1 < moments.size(); i += 2) {
      halved.add(moments.get(i).and(moments.get(i + 1)));
    }
    moments = halved;
    samples *= 2;
  }

  List<Moment> moments() {
    return List.copyOf(moments);
  }
}
