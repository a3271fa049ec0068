/**
 * The node's end of a line: calls of {@code Stream} that come in frames on a connection of their
 * own instead of over HTTP/2.
 *
 * <p><b>Data.</b> A connection is a line or gRPC's, by its {@link dev.millrace.node.line.FirstBytes
 * first bytes}. A line is one {@link dev.millrace.node.line.LineCall call} of the service. Open
 * ones are counted in {@link dev.millrace.node.line.Lines}.
 *
 * <p><b>Seams.</b> The call is one of gRPC's: to the service, and to all that stands before it, a
 * line differs in nothing from a stream over HTTP/2.
 *
 * <p><b>Invariants.</b> All that is read belongs to the thread of the connection, on which the
 * service is called. What is not asked for isn't read. Memory is taken for bytes that have come.
 */
@NullMarked
package dev.millrace.node.line;

import org.jspecify.annotations.NullMarked;
