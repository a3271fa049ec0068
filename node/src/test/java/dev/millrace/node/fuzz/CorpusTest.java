package dev.millrace.node.fuzz;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The seeds of every target, and some thousand mutations of them, the same in every run. */
class CorpusTest {
  private static final int MUTATIONS = 2_000;
  private static final int CHANGES_MAX = 8;

  @ParameterizedTest
  @EnumSource
  void seedsAndMutationsAreTaken(FuzzTarget target) {
    var random = new Random(20_270_101);
    var seeds = target.seeds();
    seeds.forEach(seed -> run(target, seed));
    for (int i = 0; i < MUTATIONS; i++) {
      run(target, mutated(seeds.get(random.nextInt(seeds.size())), random));
    }
  }

  private static void run(FuzzTarget target, byte[] bytes) {
    try {
      target.run(bytes);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(target + " fails on " + HexFormat.of().formatHex(bytes), e);
    }
  }

  /** Some bytes are changed, left out, doubled or cut off. */
  private static byte[] mutated(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(CHANGES_MAX); i >= 0; i--) {
      int at = random.nextInt(bytes.length + 1);
      bytes =
          switch (random.nextInt(5)) {
            case 0 -> joined(bytes, at, random.nextInt(256), at);
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> joined(bytes, at, random.nextInt(256), Math.min(at + 1, bytes.length));
            case 3 -> joined(bytes, at, 0xff, Math.max(0, at - random.nextInt(9)));
            default -> joined(bytes, at, 0, Math.min(bytes.length, at + random.nextInt(9)));
          };
    }
    return bytes;
  }

  /** The bytes before one place, another, and those from a second place on. */
  private static byte[] joined(byte[] bytes, int until, int other, int from) {
    byte[] joined = Arrays.copyOf(bytes, until + 1 + bytes.length - from);
    joined[until] = (byte) other;
    System.arraycopy(bytes, from, joined, until + 1, bytes.length - from);
    return joined;
  }
}
