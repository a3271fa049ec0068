/**
 * One server process: settings, assembly of data directory, engine, path and gRPC server, and their
 * orderly end.
 */
@NullMarked
package dev.millrace.node.server;

import org.jspecify.annotations.NullMarked;
