/**
 * The command {@code millrace}: a client of the public protocol like any other, plus the commands
 * that start a node, check its files and run the simulator.
 */
@NullMarked
package dev.millrace.cli;

import org.jspecify.annotations.NullMarked;
