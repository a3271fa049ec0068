package dev.millrace.http;

import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.StatsRequest;

/** What is behind an address. */
sealed interface Route {
  /** A call whose request is the body. */
  record Call(Rpc rpc) implements Route {}

  /** A call whose request is in the address. */
  record Look(Rpc rpc) implements Route {}

  /** Statistics, again and again. */
  record Live(Rpc rpc) implements Route {}

  /** Whether the process lives: it does if it answers. */
  record Health() implements Route {}

  /** Whether calls should be sent to this node. */
  record Ready() implements Route {}

  /** For who may see the stages of the server. */
  record Metrics(Rpc permission, Rpc totals) implements Route {
    /** For the sums over all queues. */
    static final StatsRequest ALL =
        StatsRequest.newBuilder()
            .setFilter(
                QueueFilter.newBuilder()
                    .setPattern(Pattern.newBuilder().setAllGroups(true))
                    .setPageSize(1))
            .build();
  }

  /** The description of this interface. */
  record Description() implements Route {}

  /** What a page must send with its calls. */
  record Csrf() implements Route {}

  /** A file for everybody. */
  record File(SiteFile file) implements Route {}
}
