package dev.millrace.store.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import dev.millrace.store.StoreMarker;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a backup says about itself, as text: the marker of its store, then a line for each of the
 * rest. docs/store-format.md has the layout.
 */
record BackupDescription(StoreId id, long incarnation, List<Long> tickets) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?s)(.*\n)incarnation=([0-9]{1,18})\ntickets=([0-9]{1,19}(?:,[0-9]{1,19})*)\n");

  static BackupDescription of(StoreId id, long incarnation, long[] tickets) {
    return new BackupDescription(id, incarnation, Arrays.stream(tickets).boxed().toList());
  }

  String encode() {
    return "%sincarnation=%d\ntickets=%s\n"
        .formatted(
            new String(new StoreMarker(id).encode(), US_ASCII),
            incarnation,
            tickets.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  static BackupDescription decode(String text, int number) {
    var known = FORM.matcher(text);
    if (!known.matches()) {
      throw new StoreException(
          Problem.NOT_OURS, "backup %d isn't one of Millrace".formatted(number));
    }
    var marker =
        StoreMarker.decode(known.group(1).getBytes(US_ASCII), "the marker of backup " + number);
    return new BackupDescription(
        marker.id(),
        Long.parseLong(known.group(2)),
        Stream.of(known.group(3).split(",")).map(Long::valueOf).toList());
  }
}
