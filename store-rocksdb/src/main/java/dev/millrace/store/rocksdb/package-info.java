/**
 * The store of a node with a disk of its own: RocksDB, without its log, because the journal has
 * everything already.
 *
 * <p>Invariants: a layer is one write batch in the one column family, and so lies whole in one
 * memtable; memtables become durable in their order. So after a crash the rows are those of some
 * layer and of all before it. Every read is bounded, and an error of RocksDB is never taken for a
 * missing row. No native object is used after it was freed: closing waits for calls under way.
 *
 * <p>One thread is started here, to free space; RocksDB has as many as it is told to. Calls block
 * in native code and would pin the carrier of a virtual thread.
 *
 * <p>Only this package knows RocksDB. The files are described in {@code docs/store-format.md}.
 */
@NullMarked
package dev.millrace.store.rocksdb;

import org.jspecify.annotations.NullMarked;
