package io.awaken.store.jpa.event;

import io.awaken.core.event.Segment;
import io.awaken.core.store.event.EventLog;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.Tuple;
import java.util.List;

/** Pages of events whose bytes are bounded, as SQL and as rows. */
final class EventPage {

  private EventPage() {}

  /**
   * Builds a page whose rows beyond the byte limit have no body.
   *
   * @param columns of the page, beside its body
   * @param order of the page
   */
  static String bounded(String page, String columns, String order) {
    return "SELECT "
        + columns
        + ", CASE WHEN b.total <= "
        + EventLog.PAGE_BYTES
        + " OR b.nth = 1 THEN b.body END AS body FROM (SELECT g.*, SUM(OCTET_LENGTH(g.body)) OVER"
        + " (ORDER BY g."
        + order
        + ") AS total, ROW_NUMBER() OVER (ORDER BY g."
        + order
        + ") AS nth FROM ("
        + page
        + ") g) b";
  }

  static int most(int limit) {
    return limit == 0 ? 0 : limit + 1;
  }

  /** Returns whether another page follows; false when no page was read. */
  static boolean follow(List<Tuple> rows, int limit) {
    return limit > 0
        && (rows.size() > limit
            || rows.stream().anyMatch(row -> row.get("last_seq") != null && !hasEvents(row)));
  }

  /**
   * A run without events after the cursor is one row without event columns; events beyond the
   * page's bytes have no body.
   */
  static boolean hasEvents(Tuple row) {
    return row.get("last_seq") != null && row.get("body") != null;
  }

  static Segment segment(Tuple row) {
    return new Segment(
        number(row, "epoch"),
        number(row, "first_seq"),
        number(row, "last_seq"),
        StoredJson.readEntries(row.get("body", String.class)));
  }

  static long number(Tuple row, String column) {
    return row.get(column, Long.class);
  }
}
