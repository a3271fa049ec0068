package dev.millrace.node.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.MessageLite;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.node.access.AccessTable;
import dev.millrace.node.access.AccessTable.Row;
import dev.millrace.node.access.Token;
import dev.millrace.node.wire.LineTarget;
import dev.millrace.node.wire.MessageTargets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Code that reads what strangers write. It takes any bytes without failing in an unforeseen way.
 */
enum FuzzTarget {
  BATCH(
      MessageTargets::batch,
      () ->
          AccessTable.rows().stream()
              .map(Row::request)
              .filter(BatchRequest.class::isInstance)
              .map(MessageLite::toByteArray)
              .toList()),
  LINE(
      LineTarget::line,
      () ->
          List.of(
              LineTarget.opening(""),
              LineTarget.opening("authorization: Bearer t\n", new byte[] {4, 0, 0, 0, 0}),
              LineTarget.opening(
                  "",
                  LineTarget.message(
                      AccessTable.rows().stream()
                          .map(Row::request)
                          .filter(BatchRequest.class::isInstance)
                          .map(BatchRequest.class::cast)
                          .findFirst()
                          .orElseThrow()),
                  new byte[] {3, 0, 0, 0, 0}))),
  LOOKS(
      MessageTargets::looks,
      () -> AccessTable.rows().stream().map(Row::request).map(MessageLite::toByteArray).toList()),
  SETTINGS(
      TextTargets::settings,
      () -> texts("port = 1\n# no\nsegment-bytes=32MiB\n", "drain-time-max = 5 s", "data = = =")),
  ACCESS_FILE(
      TextTargets::accessFile,
      () ->
          texts(
              "principal a\ntoken %s expires 2027-01-01T00:00:00Z\nallow list */*\n"
                  .formatted(Token.hash("a")),
              "principal b\ncertificate b.example.org\nallow enqueue,lease g/a%2F*\n")),
  RULE(TextTargets::rule, () -> texts("enqueue,lease /mail.*", "admin */*", "list a%C3%A4/%2A")),
  NAME_AND_PATTERN(
      TextTargets::nameAndPattern,
      () ->
          texts(
              "mail\\..*\0mail.in",
              "(a|b){2,5}[^x-z]*?\0abba",
              "(?i)\\p{Greek}+\0\u03b1\u0391",
              "((a{30}){30}){30}\0a",
              "x{1000}{1000}\0x")),
  JOURNAL(
      JournalTarget::damaged,
      () -> List.of(new byte[0], new byte[] {0, 0, 1}, new byte[] {0, 16, 7, 8, 16, 0}));

  private final Consumer<byte[]> target;
  private final Supplier<List<byte[]>> seeds;

  FuzzTarget(Consumer<byte[]> target, Supplier<List<byte[]>> seeds) {
    this.target = target;
    this.seeds = seeds;
  }

  private static List<byte[]> texts(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
  }

  void run(byte[] bytes) {
    target.accept(bytes);
  }

  /** Input that gets far. What once failed is added here. */
  List<byte[]> seeds() {
    return seeds.get();
  }
}
