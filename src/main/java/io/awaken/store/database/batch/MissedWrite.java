package io.awaken.store.database.batch;

/** Rolls a transaction back in which a write that was kept back changed another number of rows. */
final class MissedWrite extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissedWrite() {
    super("a write changed not the one row that was expected", null, false, false);
  }
}
