/**
 * The public interface as HTTP and JSON, beside gRPC in the same process.
 *
 * <p>{@link dev.millrace.http.HttpServer} is the door. A request becomes a call of the gRPC service
 * over a channel that the node gives, so that whatever holds for a gRPC call holds here: nothing is
 * decided, authorised or limited a second time. Routes are made from the service's descriptor.
 *
 * <p><b>Threads.</b> One, of {@link dev.millrace.http.TransportLoop}: all connections live on it,
 * and nothing here needs a lock. Calls don't block it; answers come back to it.
 *
 * <p><b>Invariants.</b> What a stranger sends is bounded before memory is taken for it:
 * connections, heads, bodies, all bodies together, listeners. Each state of a connection has a time
 * after which it is closed, but for a call under way; that one is cancelled when its caller goes.
 */
@NullMarked
package dev.millrace.http;

import org.jspecify.annotations.NullMarked;
