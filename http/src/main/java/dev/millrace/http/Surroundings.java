package dev.millrace.http;

import io.grpc.ManagedChannel;
import java.util.function.Supplier;

/**
 * What all connections of a server share. Used on the loop only.
 *
 * @param channels makes a channel to the service; each is a client of its own
 */
record Surroundings(
    HttpConfig config,
    Routes routes,
    Names names,
    CsrfToken csrf,
    Body.Allowance bodies,
    Supplier<ManagedChannel> channels,
    ManagedChannel ownChannel,
    LiveStats live,
    NodeView view,
    Description description,
    OpenConnections open) {}
