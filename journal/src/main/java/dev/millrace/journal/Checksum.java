package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC-32C over a seed and some bytes. The seed holds the directory's id and a file's number, so
 * that bytes left over from another life of the same disk blocks are never valid.
 */
final class Checksum {
  private final CRC32C crc = new CRC32C();
  private final byte[] seed;

  Checksum(DirectoryId directory, long fileNumber) {
    this.seed =
        ByteBuffer.allocate(3 * Long.BYTES)
            .putLong(directory.high())
            .putLong(directory.low())
            .putLong(fileNumber)
            .array();
  }

  /** The checksum of the bytes from one absolute index to another, exclusive. */
  int of(ByteBuffer bytes, int from, int to) {
    crc.reset();
    crc.update(seed, 0, seed.length);
    crc.update(bytes.slice(from, to - from));
    return (int) crc.getValue();
  }
}
