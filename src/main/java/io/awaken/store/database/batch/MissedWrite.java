package io.awaken.store.database.batch;

/** Rolls back a transaction in which a gathered write changed another number of rows. */
final class MissedWrite extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissedWrite() {
    super("a gathered write did not change exactly one row", null, false, false);
  }
}
