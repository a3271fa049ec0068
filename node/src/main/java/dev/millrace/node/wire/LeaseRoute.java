package dev.millrace.node.wire;

import dev.millrace.queue.Command.Source;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Divides the source of a lease among slots. */
final class LeaseRoute {
  private LeaseRoute() {}

  /** What a slot is asked for. */
  record Share(int slot, Source source) {}

  /**
   * The shares in the order in which to ask for them. A list of queues keeps its order: consecutive
   * queues of a slot are one share. A pattern over all groups asks every slot, in an order drawn by
   * lot, so that no slot is first more often than another.
   *
   * @param lot the same for the same order
   */
  static List<Share> round(Source source, int slots, long lot) {
    return switch (source) {
      case Source.Queues(var queues) -> runs(queues, slots);
      case Source.Matching(var names) when names.group() != null ->
          List.of(new Share(Slot.of(names.group(), slots), source));
      case Source.Matching _ ->
          IntStream.range(0, slots)
              .mapToObj(slot -> new Share(slot, source))
              .collect(
                  Collectors.collectingAndThen(
                      Collectors.toCollection(ArrayList::new), shares -> drawn(shares, lot)));
    };
  }

  private static List<Share> runs(List<QueueName> queues, int slots) {
    List<Share> shares = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= queues.size(); to++) {
      int slot = Slot.of(queues.get(from).group(), slots);
      if (to == queues.size() || Slot.of(queues.get(to).group(), slots) != slot) {
        shares.add(new Share(slot, new Source.Queues(queues.subList(from, to))));
        from = to;
      }
    }
    return shares;
  }

  private static List<Share> drawn(List<Share> shares, long lot) {
    Collections.shuffle(shares, new SplittableRandom(lot));
    return shares;
  }

  /** The same source with one share for each slot, for a lease that waits in all of them. */
  static List<Share> perSlot(List<Share> round) {
    Map<Integer, Share> merged = new LinkedHashMap<>();
    for (Share share : round) {
      merged.merge(share.slot(), share, LeaseRoute::merge);
    }
    return List.copyOf(merged.values());
  }

  private static Share merge(Share first, Share second) {
    if (first.source() instanceof Source.Queues(var before)
        && second.source() instanceof Source.Queues(var after)) {
      List<QueueName> queues = new ArrayList<>(before);
      queues.addAll(after);
      return new Share(first.slot(), new Source.Queues(queues));
    }
    return first;
  }
}
