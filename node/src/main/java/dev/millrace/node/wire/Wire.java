package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.keep.Backups;
import dev.millrace.queue.Limits;
import dev.millrace.stages.profile.Profile;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;

/** The service as a server takes it. */
public final class Wire {
  /** The largest message. */
  public static final int MESSAGE_BYTES_MAX = 16 << 20;

  /**
   * The largest message that gRPC takes in. What is beyond it gRPC refuses by its length, with a
   * status that nothing can be added to. So it takes in a little more than is allowed, for a
   * message that is too large to be refused with a problem in nearly all cases.
   */
  public static final int TAKEN_BYTES_MAX = 20 << 20;

  private Wire() {}

  /** The service on a command path. It never blocks: a server may run it on a direct executor. */
  public static ServerServiceDefinition service(CommandPath path, Limits limits) {
    return service(path, limits, Backups.NONE, new Streams(), new Profile());
  }

  /**
   * The same, with backups of what the path leads to.
   *
   * @param streams where its streams are kept, to be ended
   * @param profile what is known of the stages of the path
   */
  public static ServerServiceDefinition service(
      CommandPath path, Limits limits, Backups backups, Streams streams, Profile profile) {
    return service(path, limits, backups, streams, profile, Gate.open(new Audit(System::nanoTime)));
  }

  /** The same, for those whom a gate lets in, through whatever server it is called. */
  public static ServerServiceDefinition service(
      CommandPath path,
      Limits limits,
      Backups backups,
      Streams streams,
      Profile profile,
      Gate gate) {
    return guarded(
        StrictParsing.of(new MillraceService(path, limits, backups, streams, profile, gate)), gate);
  }

  /** Another service of the node, for those whom the gate lets in. */
  public static ServerServiceDefinition guarded(ServerServiceDefinition service, Gate gate) {
    return ServerInterceptors.interceptForward(
        service, new CallerAddress(), new Authentication(gate));
  }
}
