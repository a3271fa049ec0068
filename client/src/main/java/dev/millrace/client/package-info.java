/**
 * The client for Java. {@link dev.millrace.client.MillraceClient} is the door.
 *
 * <p>{@code CallFlow} decides what is sent, repeated and given up; it has no threads and is told
 * the time. {@code Connection} acts: everything of a connection happens on the thread of its event
 * loop.
 */
@NullMarked
package dev.millrace.client;

import org.jspecify.annotations.NullMarked;
