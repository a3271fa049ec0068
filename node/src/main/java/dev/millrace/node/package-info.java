/** One server process: assembles engine, journal and stages behind the gRPC service. */
@NullMarked
package dev.millrace.node;

import org.jspecify.annotations.NullMarked;
