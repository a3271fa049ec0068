package dev.millrace.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that were sent and have no reply, each at a place whose number goes with it. */
final class UnderWay {
  private static final int PLACES = 64;

  private @Nullable WireCall[] calls = new WireCall[PLACES];
  private int[] freePlaces = new int[PLACES];
  private int free;
  private int size;

  UnderWay() {
    free(0);
  }

  private void free(int from) {
    // The lowest is taken first: numbers stay short.
    for (int place = calls.length - 1; place >= from; place--) {
      freePlaces[free++] = place;
    }
  }

  void put(WireCall call) {
    if (free == 0) {
      int from = calls.length;
      calls = Arrays.copyOf(calls, 2 * from);
      freePlaces = new int[2 * from];
      free(from);
    }
    call.place = freePlaces[--free];
    calls[call.place] = call;
    size++;
  }

  /** Takes a call out; null when none has that number. */
  @Nullable WireCall take(long number) {
    if (number < 0 || number >= calls.length) {
      return null;
    }
    int place = (int) number;
    WireCall call = calls[place];
    if (call != null) {
      calls[place] = null;
      freePlaces[free++] = place;
      call.place = WireCall.NO_PLACE;
      size--;
    }
    return call;
  }

  int size() {
    return size;
  }

  /** All, in the order in which they were sent first. */
  List<WireCall> inOrder() {
    List<WireCall> all = new ArrayList<>(size);
    for (WireCall call : calls) {
      if (call != null) {
        all.add(call);
      }
    }
    all.sort(Comparator.comparingLong(call -> call.sequence));
    return all;
  }

  /** Takes all out, in that order. */
  List<WireCall> takeAll() {
    List<WireCall> all = inOrder();
    for (WireCall call : all) {
      var _ = take(call.place);
    }
    return all;
  }
}
