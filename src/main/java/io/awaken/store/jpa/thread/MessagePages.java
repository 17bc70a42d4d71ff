package io.awaken.store.jpa.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.ThreadCuts;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.Tuple;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.type.StandardBasicTypes;

/**
 * Pages of a thread's messages, read by primary key. The database sums the sizes and returns no
 * body beyond the page.
 */
final class MessagePages {
  private static final String OF_THREAD =
      " FROM awaken_message m WHERE m.thread_key = :thread AND m.seq BETWEEN :first AND :last"
          + DeletedThreadRow.leftOutSql(":thread");

  private static final String CURRENT =
      "(m.seq > (SELECT t.tail_after FROM awaken_thread t WHERE t.thread_key = :thread) OR "
          + ThreadCuts.inStretch(":thread", "m.seq")
          + ")";

  private MessagePages() {}

  static Page<StoredMessage> page(EntityManager em, MessageQuery query) {
    var filter = query.filter();
    String chosen = OF_THREAD + condition(filter);
    var counted =
        (Number)
            bound(em.createNativeQuery("SELECT COUNT(*)" + chosen), query)
                .setParameter("first", filter.after() + 1)
                .setParameter("last", filter.before() - 1)
                .getSingleResult();
    List<Tuple> rows = rows(em, query, chosen);
    List<StoredMessage> items =
        rows.stream()
            .filter(row -> row.get("body") != null)
            .map(
                row ->
                    new StoredMessage(
                        row.get("seq", Long.class),
                        run(row.get("run_id", String.class)),
                        StoredJson.readMessage(
                            row.get("body", String.class), row.get("message_id", String.class)),
                        row.get("gone", Integer.class) == 1))
            .toList();
    return new Page<>(items, counted.longValue(), items.size() < rows.size());
  }

  private static RunId run(String id) {
    return id == null ? null : new RunId(id);
  }

  @SuppressWarnings("unchecked")
  private static List<Tuple> rows(EntityManager em, MessageQuery query, String chosen) {
    String order = " ORDER BY m.seq" + (query.newestFirst() ? " DESC" : "");
    var select =
        em.unwrap(Session.class)
            .createNativeQuery(
                "SELECT n.seq, CASE WHEN n.total <= :bytes OR n.place = 1 THEN n.body END AS body,"
                    + " n.message_id,"
                    + " (SELECT r.run_id FROM awaken_run r WHERE r.thread_key = :thread AND"
                    + " r.run_key = n.run_key) AS run_id, n.gone FROM (SELECT m.seq, m.run_key,"
                    + " m.message_id, m.body, m.gone, SUM(OCTET_LENGTH(m.body)) OVER ("
                    + order
                    + ") AS total, ROW_NUMBER() OVER ("
                    + order
                    + ") AS place FROM (SELECT m.seq, m.run_key, m.message_id, m.body, "
                    + gone(query.filter())
                    + " AS gone"
                    + chosen
                    + order
                    + " LIMIT :most OFFSET :skip) m) n ORDER BY n.place",
                Tuple.class)
            .addScalar("seq", StandardBasicTypes.LONG)
            .addScalar("run_id", StandardBasicTypes.STRING)
            .addScalar("body", StandardBasicTypes.STRING)
            .addScalar("message_id", StandardBasicTypes.STRING)
            .addScalar("gone", StandardBasicTypes.INTEGER)
            .setParameter("bytes", query.bytes())
            .setParameter("first", query.first())
            .setParameter("last", query.last())
            .setParameter("skip", query.skip())
            .setParameter("most", query.limit());
    return bound(select, query).getResultList();
  }

  private static String condition(MessageQuery.Filter filter) {
    return (filter.shown() == Shown.ALL ? "" : " AND m.hidden = :hidden")
        + (filter.runId() == null ? "" : " AND m.run_key = :run")
        + (filter.superseded() ? "" : " AND " + CURRENT);
  }

  private static String gone(MessageQuery.Filter filter) {
    return filter.superseded() ? "CASE WHEN " + CURRENT + " THEN 0 ELSE 1 END" : "0";
  }

  private static Query bound(Query select, MessageQuery query) {
    select.setParameter("thread", Keys.thread(query.threadId()));
    if (query.filter().shown() != Shown.ALL) {
      select.setParameter("hidden", query.filter().shown() == Shown.INTERNAL);
    }
    if (query.filter().runId() != null) {
      select.setParameter("run", Keys.run(query.filter().runId()));
    }
    return select;
  }
}
