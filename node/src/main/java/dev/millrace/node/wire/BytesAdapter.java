package dev.millrace.node.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueException;

/** PIDs and data. Sizes are checked before anything is copied; nothing is copied on the way out. */
final class BytesAdapter {
  private BytesAdapter() {}

  static Pid pid(ByteString bytes) {
    if (bytes.size() > Pid.BYTES_MAX) {
      throw QueueException.tooLarge(
          "a PID has at most %d bytes, this one has %d", Pid.BYTES_MAX, bytes.size());
    }
    return Pid.of(bytes.toByteArray());
  }

  static Payload data(ByteString bytes, Limits limits) {
    if (bytes.size() > limits.dataBytesMax()) {
      throw QueueException.tooLarge(
          "data has at most %d bytes, this has %d", limits.dataBytesMax(), bytes.size());
    }
    return Payload.of(bytes.toByteArray());
  }

  static ByteString bytes(Pid pid) {
    return UnsafeByteOperations.unsafeWrap(pid.bytes());
  }

  static ByteString bytes(Payload data) {
    return UnsafeByteOperations.unsafeWrap(data.bytes());
  }
}
