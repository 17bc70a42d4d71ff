package io.awaken.store.jpa.event;

import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.store.jpa.rows.StoredEvents;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;
import org.hibernate.type.StandardBasicTypes;

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

  /**
   * Builds the query of a view and a page of its events.
   *
   * @param select its parameter {@code :most} limits the page
   * @param texts the view's text columns, separated by spaces
   * @param numbers the view's numeric columns, separated by spaces
   * @param limit segments of the page; one more is read to detect a next page; 0 reads none
   */
  static NativeQuery<Tuple> query(
      EntityManager em, String select, String texts, String numbers, int limit) {
    NativeQuery<Tuple> query =
        em.unwrap(Session.class)
            .createNativeQuery(select, Tuple.class)
            .addScalar("first_seq", StandardBasicTypes.LONG)
            .addScalar("last_seq", StandardBasicTypes.LONG)
            .addScalar("epoch", StandardBasicTypes.LONG)
            .addScalar("body", StandardBasicTypes.STRING)
            .setParameter("most", limit == 0 ? 0 : limit + 1);
    for (String column : texts.split(" ")) {
      query.addScalar(column, StandardBasicTypes.STRING);
    }
    for (String column : numbers.split(" ")) {
      query.addScalar(column, StandardBasicTypes.LONG);
    }
    return query;
  }

  /** Returns whether another page follows; false when no page was read. */
  static boolean follow(List<Tuple> rows, int limit) {
    return limit > 0
        && (rows.size() > limit
            || rows.stream().anyMatch(row -> row.get("last_seq") != null && !hasEvents(row)));
  }

  /** Maps the page's rows that have events. */
  static <T> List<T> mapped(List<Tuple> rows, int limit, Function<Tuple, T> row) {
    return rows.stream().limit(limit).filter(EventPage::hasEvents).map(row).toList();
  }

  /**
   * A run without events after the cursor is one row without event columns; events beyond the
   * page's bytes have no body.
   */
  private static boolean hasEvents(Tuple row) {
    return row.get("last_seq") != null && row.get("body") != null;
  }

  static Segment segment(ThreadId threadId, RunId runId, Tuple row) {
    return new Segment(
        number(row, "epoch"),
        number(row, "first_seq"),
        number(row, "last_seq"),
        StoredEvents.read(threadId, runId, row.get("body", String.class)));
  }

  /** Returns who may use the thread of a row. */
  static ThreadAccess access(Tuple row) {
    return new ThreadAccess(
        row.get("tenant", String.class),
        row.get("owner", String.class),
        new Sharing(row.get("sharing", String.class)));
  }

  static long number(Tuple row, String column) {
    return row.get(column, Long.class);
  }
}
