/**
 * Between the engine's shapes and a store's rows: what a slot froze becomes a layer, what it asks
 * for is found, what it needs when it opens is loaded, and what a deleted queue left is reaped.
 *
 * <p>Invariants: a task has its own row under one of two kinds, by its state; a deadline row
 * exactly when it is held, and a lease row exactly when it is leased. Only rows of a queue id that
 * has a reap row may lack their queue. Everything here is bounded by what it is asked for or by a
 * page.
 *
 * <p>Nothing here has a thread, a clock or a file: the store is passed in. Whoever applies layers
 * also runs the {@link dev.millrace.node.home.Reaper}, because both write; the rest only reads.
 * Bytes that can't be read are a {@link dev.millrace.store.StoreException} that says {@code
 * DAMAGED}.
 */
@NullMarked
package dev.millrace.node.home;

import org.jspecify.annotations.NullMarked;
