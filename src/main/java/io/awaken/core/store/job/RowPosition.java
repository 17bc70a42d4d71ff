package io.awaken.core.store.job;

/**
 * Where a duty that goes through rows page by page goes on: behind the last row that it saw,
 * whatever became of that.
 *
 * @param at the time by which the rows are in order, epoch milliseconds
 * @param id of the row, among those of the same time
 */
public record RowPosition(long at, String id) {

  /** Before every row. */
  public static final RowPosition START = new RowPosition(Long.MIN_VALUE, "");
}
