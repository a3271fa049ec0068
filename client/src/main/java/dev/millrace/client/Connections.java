package dev.millrace.client;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.UpdateRequest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The connections of a client, and the memory that they share. Any thread may use it. */
final class Connections {
  /** A message of the protocol has at most 16 MiB, one call in it less. */
  private static final int REQUEST_BYTES_MAX = 15 << 20;

  private static final int ELEMENTS_MAX = 50_000;

  /** What may be under way on a stream: all of it may be refused for the moment, once. */
  private static final int RETRY_BURST = 1_024;

  private static final int CLIENT_ID_BYTES = 16;

  /** How long to try to give tasks back. */
  private static final long GIVE_BACK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Allowance allowance;
  private final Connection[] all;
  private final CallFlow[] flows;
  private final boolean isOrdered;
  private volatile boolean isClosed;

  Connections(String address, ClientConfig config) {
    this.allowance = new Allowance(config.bytesInFlightMax());
    this.all = new Connection[config.connections()];
    this.flows = new CallFlow[all.length];
    this.isOrdered = config.isOrdered();
    for (int i = 0; i < all.length; i++) {
      RandomGenerator random = RandomGeneratorFactory.getDefault().create();
      Backoff backoff = new Backoff(random);
      flows[i] =
          new CallFlow(
              config.isNumbering(),
              new RetryBudget(config.retryShare(), RETRY_BURST),
              backoff,
              new Ends(i));
      // Each has numbers of its own: one that is slow isn't overtaken by the others.
      all[i] = new Connection(address, config.credentials(), newClientId(), flows[i], backoff);
    }
    for (Connection connection : all) {
      connection.open();
    }
  }

  /** One that nobody else has; short, because it goes with every call. */
  private static String newClientId() {
    byte[] bytes = new byte[CLIENT_ID_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What the end of a call means for the whole client. */
  private final class Ends implements CallFlow.Outcomes {
    private final int connection;

    Ends(int connection) {
      this.connection = connection;
    }

    @Override
    public void freed(PendingCall<?> call) {
      allowance.giveBack(call);
    }

    @Override
    public void unwanted(LeaseReply reply) {
      long deadline = System.nanoTime() + GIVE_BACK_NANOS;
      for (Task task : reply.getTasksList()) {
        var back = UpdateRequest.newBuilder().addElements(Elements.release(task)).build();
        all[connection].submit(PendingCall.of(back, deadline));
      }
    }
  }

  /** The connection of the thread: what it sends keeps its order. */
  Connection ofThread() {
    return all.length == 1 ? all[0] : all[(int) (Thread.currentThread().threadId() % all.length)];
  }

  /** Sends a call; its future is refused when too much is in flight. */
  <R> PendingCall<R> submit(PendingCall<R> call) {
    if (isTaken(call)) {
      if (allowance.tryTake(call)) {
        if (!isOrdered) {
          call.mayGoWithOthers();
        }
        ofThread().submit(call);
      } else {
        refuse(
            call,
            ErrorCode.OVERLOADED,
            "the client has %d bytes in flight".formatted(allowance.takenBytes()));
      }
    }
    return call;
  }

  /** Sends a call, waits while too much is in flight, and waits for its outcome. */
  <R> R call(PendingCall<R> call) {
    Connection connection = ofThread();
    checkMayWait(connection);
    try {
      if (isTaken(call)) {
        if (allowance.take(call)) {
          call.expectWaiter();
          connection.submit(call);
        } else {
          refuse(call, ErrorCode.DEADLINE_PASSED, "too much was in flight for too long");
        }
      }
      return call.await();
    } catch (ExecutionException e) {
      throw atCaller(e);
    } catch (InterruptedException e) {
      call.cancel(false);
      throw interrupted();
    }
  }

  static void checkMayWait(Connection connection) {
    if (connection.loop().inEventLoop()) {
      throw new IllegalStateException(
          "a blocking call on the thread that brings its reply: continue on an executor of your"
              + " own");
    }
  }

  static RuntimeException atCaller(ExecutionException failed) {
    return failed.getCause() instanceof MillraceException e
        ? e.atCaller()
        : new IllegalStateException(failed.getCause());
  }

  static OutcomeUnknownException interrupted() {
    Thread.currentThread().interrupt();
    var problem = Failures.problem(ErrorCode.OUTCOME_UNKNOWN, "interrupted before the reply came");
    return new OutcomeUnknownException(problem, null).atCaller();
  }

  private boolean isTaken(PendingCall<?> call) {
    if (isClosed) {
      refuse(call, ErrorCode.STOPPING, "the client is closed");
    } else if (call.requestBytes > REQUEST_BYTES_MAX) {
      refuse(
          call,
          ErrorCode.TOO_LARGE,
          "a request of %d bytes, at most %d are taken"
              .formatted(call.requestBytes, REQUEST_BYTES_MAX));
    } else if (call.elements > ELEMENTS_MAX) {
      refuse(
          call,
          ErrorCode.TOO_LARGE,
          "%d elements, at most %d are taken".formatted(call.elements, ELEMENTS_MAX));
    }
    return !call.isDone();
  }

  private static void refuse(PendingCall<?> call, ErrorCode code, String message) {
    call.fail(Failures.problem(code, message), false);
  }

  ClientStats stats() {
    long calls = 0;
    long messages = 0;
    long retries = 0;
    long connects = 0;
    for (int i = 0; i < all.length; i++) {
      calls += all[i].calls();
      messages += all[i].messages();
      retries += flows[i].retries();
      connects += all[i].streams();
    }
    return new ClientStats(calls, messages, retries, connects, allowance.takenBytes());
  }

  synchronized void close(long patienceNanos) {
    for (Connection connection : all) {
      checkMayWait(connection);
    }
    if (isClosed) {
      return;
    }
    isClosed = true;
    long until = System.nanoTime() + patienceNanos;
    for (Connection connection : all) {
      connection.close(Math.max(0, until - System.nanoTime()));
    }
  }
}
