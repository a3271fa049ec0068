package dev.millrace.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.RowChange;
import dev.millrace.store.RowName;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowSampleTest {
  private final Random random = new Random(1);

  private static List<RowChange> puts(int rows, IntFunction<byte[]> value) {
    return IntStream.rangeClosed(1, rows)
        .<RowChange>mapToObj(
            i -> new RowChange.Put(new RowName.Queue(0, i).key(), Bytes.of(value.apply(i))))
        .toList();
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatIsRandomDoesNotShrink() {
    assertThat(RowSample.shrinks(puts(100, _ -> random(1_000)))).isFalse();
    assertThat(RowSample.shrinks(puts(1, _ -> random(1_000_000)))).isFalse();
  }

  @Test
  void shortRowsShrinkBecauseTheirKeysDo() {
    assertThat(RowSample.shrinks(puts(5_000, _ -> random(10)))).isTrue();
  }

  @Test
  void textShrinks() {
    assertThat(
            RowSample.shrinks(
                puts(
                    100,
                    i ->
                        "{\"user\":%d,\"template\":\"welcome\",\"try\":0}"
                            .formatted(i)
                            .getBytes(UTF_8))))
        .isTrue();
  }

  @Test
  void rowsThatAreAlikeShrinkAlthoughEachAloneDoesNot() {
    byte[] one = random(1_000);

    assertThat(RowSample.shrinks(puts(100, _ -> one))).isTrue();
    assertThat(RowSample.shrinks(puts(1, _ -> one))).isFalse();
  }

  @Test
  void whatComesLaterIsLookedAtToo() {
    assertThat(RowSample.shrinks(puts(100, i -> i < 20 ? random(1_000) : new byte[1_000])))
        .isTrue();
  }

  @Test
  void rowsThatAreAlikeButFarApartDoNotShrink() {
    List<byte[]> data = Stream.generate(() -> random(1_000)).limit(50).toList();

    assertThat(RowSample.shrinks(puts(100, i -> data.get(i % 50)))).isFalse();
  }

  @Test
  void rowsThatAreDeletedSayNothing() {
    assertThat(RowSample.shrinks(List.of(new RowChange.Delete(new RowName.Queue(0, 1).key()))))
        .isFalse();
  }
}
