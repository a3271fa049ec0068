package dev.millrace.client;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Duration;
import com.google.protobuf.WireFormat;
import dev.millrace.api.v1.LeaseRequest;
import java.io.IOException;

/**
 * What is written behind a lease that several callers make together. Of what a message has twice
 * the last counts, also within the wait.
 *
 * @param tasksMax for all of them
 * @param waits whether the lease says that it waits: together they don't
 */
record LeaseTogether(int tasksMax, boolean waits) {
  /** A duration of nothing, in so many words: an empty one would leave the one before it. */
  private static final byte[] NO_WAIT = {
    (byte) (Duration.SECONDS_FIELD_NUMBER << 3), 0, (byte) (Duration.NANOS_FIELD_NUMBER << 3), 0
  };

  int bytes() {
    int count = CodedOutputStream.computeUInt32Size(LeaseRequest.MAX_TASKS_FIELD_NUMBER, tasksMax);
    return waits
        ? count + CodedOutputStream.computeByteArraySize(LeaseRequest.WAIT_FIELD_NUMBER, NO_WAIT)
        : count;
  }

  void writeTo(CodedOutputStream out) throws IOException {
    out.writeUInt32(LeaseRequest.MAX_TASKS_FIELD_NUMBER, tasksMax);
    if (waits) {
      out.writeTag(LeaseRequest.WAIT_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeByteArrayNoTag(NO_WAIT);
    }
  }
}
