package dev.millrace.store;

/**
 * Rows in the order of their keys, and the ticket of each slot up to which they contain everything.
 * Every method may throw a {@link StoreException}. Who may call what is said in the package's
 * description.
 */
public interface Store extends AutoCloseable {
  /** The number of slots, fixed when the store was made. */
  int slots();

  /**
   * Makes all changes of a layer, or none if it throws; then it may be tried again. Snapshots made
   * before don't see them, those made after do. Durable only after {@link #flush}.
   *
   * @throws IllegalArgumentException if a ticket of the layer is below that of its slot
   */
  void apply(Layer layer);

  /**
   * Frees the space of rows that nobody reads any more, where that is cheap: a piece of the work,
   * which may be nothing. Any of the rows may be gone afterwards, for snapshots that are open too,
   * and none of the others. If any are, all layers that were applied before are durable. A layer
   * has to empty the range in the end.
   *
   * @return whether there may be more to free; then it may be called again
   */
  boolean abandon(KeyRange range);

  /** The ticket of a slot after the last layer; 0 if there was none. */
  long appliedTicket(int slot);

  /** Makes durable all layers that were applied before this call. */
  void flush();

  /**
   * For each slot the ticket up to which everything is durable here, so that the journal needn't
   * keep it. May lag behind what would survive a crash.
   */
  long[] flushedTickets();

  /** Names the present version of all rows, to be read for as long as the snapshot is open. */
  Snapshot snapshot();

  /** Frees everything; open snapshots end. What wasn't flushed may be lost. */
  @Override
  void close();
}
