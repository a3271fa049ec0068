package dev.millrace.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.RequestId;
import dev.millrace.api.v1.UpdateRequest;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Calls that go together, written as a {@link BatchRequest} without being made into one: a request
 * is written as its caller gave it, and its number behind it, which makes one message of the two.
 */
final class CallMessage {
  static final Marshaller<CallMessage> MARSHALLER =
      new Marshaller<>() {
        @Override
        public InputStream stream(CallMessage message) {
          return new Bytes(message);
        }

        @Override
        public CallMessage parse(InputStream stream) {
          throw new UnsupportedOperationException("a client gets no calls");
        }
      };

  private static final int BUFFER_BYTES_MAX = 8 << 10;

  private final List<WireCall> calls;
  private final CallFlow flow;
  private final ByteString client;
  private final long nowNanos;
  private final long settled;
  private final int bytes;

  /**
   * @param client whose calls the numbers count
   * @param nowNanos from when the time counts that calls have left
   */
  CallMessage(List<WireCall> calls, CallFlow flow, ByteString client, long nowNanos) {
    this.calls = calls;
    this.flow = flow;
    this.client = client;
    this.nowNanos = nowNanos;
    this.settled = flow.settled();
    int sum = 0;
    for (WireCall call : calls) {
      sum += lengthDelimited(BatchRequest.CALLS_FIELD_NUMBER, callBytes(call));
    }
    this.bytes = sum;
  }

  private static int lengthDelimited(int field, int length) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(length)
        + length;
  }

  private int callBytes(WireCall call) {
    return CodedOutputStream.computeUInt64Size(Call.NUMBER_FIELD_NUMBER, call.place)
        + timeoutBytes(call.timeoutMillis(nowNanos))
        + lengthDelimited(kindField(call), requestBytes(call));
  }

  private static int timeoutBytes(int millis) {
    return millis == WireCall.NO_TIMEOUT
        ? 0
        : CodedOutputStream.computeUInt32Size(Call.TIMEOUT_MILLIS_FIELD_NUMBER, millis);
  }

  private static int kindField(WireCall call) {
    return call.isUpdate ? Call.UPDATE_FIELD_NUMBER : Call.LEASE_FIELD_NUMBER;
  }

  private int requestBytes(WireCall call) {
    return flow.isNumbered(call)
        ? call.requestBytes + lengthDelimited(idField(call), idBytes(call))
        : call.requestBytes;
  }

  private static int idField(WireCall call) {
    return call.isUpdate ? UpdateRequest.REQUEST_FIELD_NUMBER : LeaseRequest.REQUEST_FIELD_NUMBER;
  }

  private int idBytes(WireCall call) {
    return CodedOutputStream.computeBytesSize(RequestId.CLIENT_FIELD_NUMBER, client)
        + CodedOutputStream.computeUInt64Size(RequestId.SEQUENCE_FIELD_NUMBER, call.sequence)
        + CodedOutputStream.computeUInt64Size(RequestId.SETTLED_FIELD_NUMBER, settled(call));
  }

  private long settled(WireCall call) {
    return Math.min(settled, call.sequence - 1);
  }

  int bytes() {
    return bytes;
  }

  /** Writes it; there is room for its {@link #bytes}. */
  void writeTo(ByteBuffer target) {
    try {
      var out = CodedOutputStream.newInstance(target);
      writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeTo(CodedOutputStream out) throws IOException {
    for (WireCall call : calls) {
      startMessage(out, BatchRequest.CALLS_FIELD_NUMBER, callBytes(call));
      out.writeUInt64(Call.NUMBER_FIELD_NUMBER, call.place);
      writeTimeout(out, call.timeoutMillis(nowNanos));
      startMessage(out, kindField(call), requestBytes(call));
      call.writeRequest(out);
      if (flow.isNumbered(call)) {
        startMessage(out, idField(call), idBytes(call));
        out.writeBytes(RequestId.CLIENT_FIELD_NUMBER, client);
        out.writeUInt64(RequestId.SEQUENCE_FIELD_NUMBER, call.sequence);
        out.writeUInt64(RequestId.SETTLED_FIELD_NUMBER, settled(call));
      }
    }
  }

  private static void writeTimeout(CodedOutputStream out, int millis) throws IOException {
    if (millis != WireCall.NO_TIMEOUT) {
      out.writeUInt32(Call.TIMEOUT_MILLIS_FIELD_NUMBER, millis);
    }
  }

  private static void startMessage(CodedOutputStream out, int field, int length)
      throws IOException {
    out.writeTag(field, 2);
    out.writeUInt32NoTag(length);
  }

  /** The transport has it written into its own buffer. */
  private static final class Bytes extends InputStream implements Drainable, KnownLength {
    private final CallMessage message;
    private boolean isDrained;

    Bytes(CallMessage message) {
      this.message = message;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      var out = CodedOutputStream.newInstance(target, Math.min(message.bytes, BUFFER_BYTES_MAX));
      message.writeTo(out);
      out.flush();
      isDrained = true;
      return message.bytes;
    }

    @Override
    public int available() {
      return isDrained ? 0 : message.bytes;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("a message is drained");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      throw new UnsupportedOperationException("a message is drained");
    }
  }
}
