package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What every {@link Disk} does. */
abstract class DiskConformanceTest {
  abstract Disk disk();

  @Test
  void bytesAreReadWhereTheyWereWritten() {
    try (var file = disk().create("a")) {
      file.write(bytes(1, 2, 3), 0);
      file.write(bytes(9), 1);
      file.write(bytes(7), 5);
      file.sync();

      assertThat(read(file, 0, 10)).containsExactly(1, 9, 3, 0, 0, 7);
      assertThat(read(file, 4, 1)).containsExactly(0);
      assertThat(read(file, 6, 4)).isEmpty();
      assertThat(read(file, 99, 4)).isEmpty();
      assertThat(file.size()).isEqualTo(6);
      assertThat(file.name()).isEqualTo("a");
    }
  }

  @Test
  void aFileIsOpenedAgainForWritingOrForReading() {
    var disk = disk();
    try (var file = disk.create("a")) {
      file.write(bytes(1, 2, 3), 0);
    }
    try (var file = disk.open("a")) {
      file.write(bytes(4), 3);
    }

    try (var file = disk.openReadOnly("a")) {
      assertThat(read(file, 0, 10)).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void directBuffersAreWrittenAndRead() {
    try (var file = disk().create("a")) {
      var direct = ByteBuffer.allocateDirect(100_000);
      direct.put(99_999, (byte) 5);
      file.write(direct, 0);

      assertThat(direct.hasRemaining()).isFalse();
      assertThat(read(file, 99_999, 10)).containsExactly(5);
    }
  }

  @Test
  void namesAreListedRenamedAndDeleted() {
    var disk = disk();
    disk.create("a").close();
    disk.create("b").close();
    disk.syncDirectory();

    disk.rename("a", "c");
    disk.delete("b");
    disk.syncDirectory();

    assertThat(disk.list()).containsExactly("c");
  }

  @Test
  void renamingReplaces() {
    var disk = disk();
    try (var file = disk.create("a")) {
      file.write(bytes(1), 0);
    }
    disk.create("b").close();

    disk.rename("a", "b");

    assertThat(disk.list()).containsExactly("b");
    try (var file = disk.openReadOnly("b")) {
      assertThat(file.size()).isEqualTo(1);
    }
  }

  @Test
  void anOpenFileFollowsItsNewName() {
    var disk = disk();
    try (var file = disk.create("a")) {
      disk.rename("a", "b");
      file.write(bytes(3), 0);
    }

    try (var file = disk.openReadOnly("b")) {
      assertThat(read(file, 0, 1)).containsExactly(3);
    }
  }

  @Test
  void whatDoesNotExistOrExistsAlreadyFails() {
    var disk = disk();
    disk.create("a").close();

    fails(() -> disk.create("a").close());
    fails(() -> disk.open("x").close());
    fails(() -> disk.openReadOnly("x").close());
    fails(() -> disk.delete("x"));
    fails(() -> disk.rename("x", "y"));
  }

  @Test
  void aClosedFileFails() {
    var file = disk().create("a");
    file.close();

    fails(() -> file.write(bytes(1), 0));
    fails(file::sync);
  }

  @Test
  void theLockIsHeldOnce() {
    var disk = disk();

    try (var _ = disk.lock("lock")) {
      inUse(() -> disk.lock("lock").close());
      inUse(() -> disk.lockForReading("lock").close());
    }

    try (var _ = disk.lockForReading("lock")) {
      inUse(() -> disk.lock("lock").close());
    }
    disk.lock("lock").close();
  }

  @Test
  void readersNeedNoLockFile() {
    var disk = disk();

    disk.lockForReading("lock").close();

    assertThat(disk.list()).isEmpty();
  }

  @Test
  void someSpaceIsUsable() {
    assertThat(disk().usableBytes()).isPositive();
  }

  private static void fails(Runnable call) {
    assertThatExceptionOfType(DiskException.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FAILED));
  }

  private static void inUse(Runnable call) {
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.problem()).isEqualTo(DataDirectoryException.Problem.IN_USE));
  }

  static ByteBuffer bytes(int... values) {
    var buffer = ByteBuffer.allocate(values.length);
    for (int value : values) {
      buffer.put((byte) value);
    }
    return buffer.flip();
  }

  static byte[] read(DiskFile file, long position, int length) {
    var buffer = ByteBuffer.allocate(length);
    int count = file.read(buffer, position);
    assertThat(count).isEqualTo(buffer.position());
    var read = new byte[count];
    buffer.flip().get(read);
    return read;
  }
}
