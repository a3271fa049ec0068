package dev.millrace.node.wire;

import dev.millrace.queue.Payload;
import io.grpc.Context;
import io.grpc.Metadata;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The trace that the headers of a call name, as W3C Trace Context writes it. Most callers don't
 * know that they send it, so what isn't valid is nothing, not an error.
 */
final class TraceHeaders {
  private static final Metadata.Key<String> PARENT =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> STATE =
      Metadata.Key.of("tracestate", Metadata.ASCII_STRING_MARSHALLER);

  private static final Context.Key<String> TRACE = Context.keyWithDefault("trace", "");

  /** {@code VV-TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT-PPPPPPPPPPPPPPPP-FF}. */
  private static final int PARENT_LENGTH = 55;

  private static final int TRACE_ID = 3;
  private static final int SPAN_ID = 36;
  private static final int FLAGS = 53;

  private TraceHeaders() {}

  /** The context with the trace, if the headers have one. */
  static Context with(Context context, Metadata headers) {
    Iterable<String> parents = headers.getAll(PARENT);
    if (parents == null) {
      return context;
    }
    Iterator<String> values = parents.iterator();
    String parent = values.next();
    // Of two, nobody knows which one another reader would take.
    return values.hasNext() || !isValid(parent)
        ? context
        : context.withValue(TRACE, joined(parent, headers.getAll(STATE)));
  }

  static String of(Context context) {
    return TRACE.get(context);
  }

  /** The state is left out if it is too long or can't be carried: the parent is of use without. */
  private static String joined(String parent, @Nullable Iterable<String> states) {
    if (states == null) {
      return parent;
    }
    String state = String.join(",", states);
    int length = parent.length() + 1 + state.length();
    return state.isBlank() || length > Payload.TRACE_BYTES_MAX || !isPrintable(state)
        ? parent
        : parent + " " + state;
  }

  private static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  /** A version that comes later may have more behind what is known today. */
  private static boolean isValid(String parent) {
    if (parent.length() < PARENT_LENGTH || parent.startsWith("ff")) {
      return false;
    }
    boolean isKnown = parent.startsWith("00");
    boolean ends = parent.length() == PARENT_LENGTH;
    return (ends || (!isKnown && parent.charAt(PARENT_LENGTH) == '-'))
        && parent.length() <= Payload.TRACE_BYTES_MAX
        && isPrintable(parent)
        && parent.indexOf(' ') < 0
        && isHex(parent, 0, 2)
        && isNumber(parent, TRACE_ID, SPAN_ID - 1)
        && isNumber(parent, SPAN_ID, FLAGS - 1)
        && isHex(parent, FLAGS, PARENT_LENGTH)
        && parent.charAt(TRACE_ID - 1) == '-'
        && parent.charAt(SPAN_ID - 1) == '-'
        && parent.charAt(FLAGS - 1) == '-';
  }

  /** A number of all zeros is none. */
  private static boolean isNumber(String text, int from, int to) {
    return isHex(text, from, to) && text.chars().limit(to).skip(from).anyMatch(c -> c != '0');
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
