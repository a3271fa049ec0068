package dev.millrace.bench.overload;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.CallReply;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The requests of one stream that have no answer yet, by the number of their call.
 *
 * @param <R> what a client has to know of a request when its reply comes
 */
final class StreamedRequests<R> {
  private final Complaints complaints;
  private final Map<Long, R> underWay = new HashMap<>();
  private long lastNumber;

  StreamedRequests(Complaints complaints) {
    this.complaints = complaints;
  }

  /** Notes a request that is about to be sent; returns the number of its call. */
  long add(R request) {
    underWay.put(++lastNumber, request);
    return lastNumber;
  }

  /** Tells of each reply whose it is. */
  void replied(BatchReply message, BiConsumer<R, CallReply> action) {
    for (CallReply reply : message.getRepliesList()) {
      R request = underWay.remove(reply.getNumber());
      if (request == null) {
        complaints.add("a reply to a request that had one: " + reply);
      } else {
        action.accept(request, reply);
      }
    }
  }

  /** The stream ended: what was under way has no answer. */
  void broken(String why) {
    complaints.add("a stream ended: " + why);
    underWay.clear();
  }

  int size() {
    return underWay.size();
  }
}
