package io.awaken.core.store.job;

/**
 * The position of a duty that processes rows page by page: after the last row it read.
 *
 * @param at sort time of that row, epoch milliseconds
 * @param id id of that row, to order rows with equal times
 */
public record RowPosition(long at, String id) {

  /** Before every row. */
  public static final RowPosition START = new RowPosition(Long.MIN_VALUE, "");
}
