package dev.millrace.node.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses messages that are too large or can't be parsed with a problem that says so. gRPC itself
 * would take the exception of the parser for one of the service, and answer UNKNOWN.
 */
final class StrictParsing {
  private StrictParsing() {}

  static ServerServiceDefinition of(BindableService service) {
    ServerServiceDefinition plain = service.bindService();
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(plain.getServiceDescriptor().getName())
            .setSchemaDescriptor(plain.getServiceDescriptor().getSchemaDescriptor());
    for (ServerMethodDefinition<?, ?> method : plain.getMethods()) {
      ServerMethodDefinition<?, ?> strict = strict(method);
      methods.add(strict);
      descriptor.addMethod(strict.getMethodDescriptor());
    }
    ServerServiceDefinition.Builder strict = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(strict::addMethod);
    return strict.build();
  }

  private static <Q, R> ServerMethodDefinition<Parsed<Q>, R> strict(
      ServerMethodDefinition<Q, R> plain) {
    MethodDescriptor<Q, R> method = plain.getMethodDescriptor();
    return ServerMethodDefinition.create(
        method.toBuilder(
                new Parser<>(method.getRequestMarshaller()), method.getResponseMarshaller())
            .build(),
        (call, headers) ->
            new Refusing<>(call, plain.getServerCallHandler().startCall(plain(call), headers)));
  }

  /** A call sees no request itself, only its listener does. */
  @SuppressWarnings("unchecked")
  private static <Q, R> ServerCall<Q, R> plain(ServerCall<Parsed<Q>, R> call) {
    return (ServerCall<Q, R>) (ServerCall<?, R>) call;
  }

  /** A message, or why there is none. */
  private record Parsed<Q>(@Nullable Q message, @Nullable Problem problem) {}

  private record Parser<Q>(Marshaller<Q> marshaller) implements Marshaller<Parsed<Q>> {
    @Override
    public InputStream stream(Parsed<Q> value) {
      throw new UnsupportedOperationException("a server sends no requests");
    }

    @Override
    public Parsed<Q> parse(InputStream bytes) {
      try {
        return new Parsed<>(message(BoundedBytes.of(bytes)), null);
      } catch (InvalidProtocolBufferException e) {
        return unparsable();
      } catch (StatusRuntimeException e) {
        return e.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED
            ? refused(
                ErrorCode.TOO_LARGE,
                "the message is larger than %d bytes".formatted(Wire.MESSAGE_BYTES_MAX))
            : unparsable();
      } catch (IOException | RuntimeException e) {
        return refused(ErrorCode.INVALID, "the message can't be read");
      }
    }

    /** gRPC's own way, unless the bytes are together already. */
    @SuppressWarnings("unchecked")
    private Q message(InputStream bytes) throws InvalidProtocolBufferException {
      return bytes instanceof MessageBytes whole
              && marshaller instanceof PrototypeMarshaller<Q> typed
              && typed.getMessagePrototype() instanceof MessageLite prototype
          ? (Q) whole.parse(prototype)
          : marshaller.parse(bytes);
    }

    private static <Q> Parsed<Q> unparsable() {
      return refused(ErrorCode.INVALID, "the message can't be parsed");
    }

    private static <Q> Parsed<Q> refused(ErrorCode code, String message) {
      return new Parsed<>(null, new Problem(code, message));
    }
  }

  private static final class Refusing<Q, R> extends Listener<Parsed<Q>> {
    private final ServerCall<Parsed<Q>, R> call;
    private final Listener<Q> listener;
    private boolean hasRefused;

    Refusing(ServerCall<Parsed<Q>, R> call, Listener<Q> listener) {
      this.call = call;
      this.listener = listener;
    }

    @Override
    public void onMessage(Parsed<Q> parsed) {
      if (hasRefused) {
        return;
      }
      if (parsed.message() != null) {
        listener.onMessage(parsed.message());
      } else if (parsed.problem() != null) {
        refuse(parsed.problem());
      }
    }

    private void refuse(Problem problem) {
      hasRefused = true;
      // To a stream with calls under way this is an end like any other that isn't its own.
      listener.onCancel();
      StatusRuntimeException failure = ProblemAdapter.exception(problem);
      Metadata trailers = failure.getTrailers();
      call.close(failure.getStatus(), trailers == null ? new Metadata() : trailers);
    }

    @Override
    public void onHalfClose() {
      if (!hasRefused) {
        listener.onHalfClose();
      }
    }

    @Override
    public void onCancel() {
      if (!hasRefused) {
        listener.onCancel();
      }
    }

    @Override
    public void onComplete() {
      if (!hasRefused) {
        listener.onComplete();
      }
    }

    @Override
    public void onReady() {
      if (!hasRefused) {
        listener.onReady();
      }
    }
  }
}
