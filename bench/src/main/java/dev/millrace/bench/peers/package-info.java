/**
 * Other servers of queues, under the same load as Millrace.
 *
 * <p>A {@link dev.millrace.bench.peers.Peer} knows how one kind of server is found, set up and
 * spoken to. Drivers are small and of one build: callers share a connection, what they send goes
 * out together, and replies are read by one thread, so that no server is slowed by its client
 * library. Servers run as child processes on loopback and end with this process, however it ends.
 */
@NullMarked
package dev.millrace.bench.peers;

import org.jspecify.annotations.NullMarked;
