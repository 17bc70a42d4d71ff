package io.awaken.store.jpa.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.ReadableThreads;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of threads. */
final class ThreadPages {
  private ThreadPages() {}

  /** One statement, even for an empty page: its only row then has just the total. */
  static Page<ThreadSummary> page(EntityManager em, ThreadQuery query) {
    Map<String, Object> values = new LinkedHashMap<>();
    String chosen = " FROM awaken_thread t WHERE " + condition(query.filter(), values);
    String behind = query.after() == null ? "" : behind(query.after(), values);
    Query page =
        em.createNativeQuery(
            "SELECT p.thread_id, p.resource_id, p.parent_thread_id, p.title, p.created_at,"
                + " p.updated_at, r.agent_id, (SELECT COUNT(*)"
                + chosen
                + ") AS total FROM (VALUES (1)) AS one(x) LEFT JOIN (SELECT t.thread_key,"
                + " t.thread_id, t.resource_id, t.parent_thread_id, t.title, t.created_at,"
                + " t.updated_at, t.latest_run"
                + chosen
                + behind
                + " ORDER BY "
                + newestFirst("t")
                + " LIMIT :most OFFSET :skip) p ON 1 = 1 LEFT JOIN awaken_run r"
                + " ON r.thread_key = p.thread_key AND r.run_key = p.latest_run"
                + (query.filter().owner() == null ? "" : " AND r.subject = :owner")
                + " ORDER BY "
                + newestFirst("p"));
    values.forEach(page::setParameter);
    List<?> rows =
        page.setParameter("most", query.limit()).setParameter("skip", query.skip()).getResultList();
    List<ThreadSummary> threads = new ArrayList<>();
    long total = 0;
    for (Object row : rows) {
      Object[] columns = (Object[]) row;
      total = Sql.number(columns[7]);
      if (columns[0] != null) {
        threads.add(summary(columns));
      }
    }
    return new Page<>(List.copyOf(threads), total);
  }

  private static String newestFirst(String table) {
    return table + ".created_at DESC, " + table + ".thread_id DESC";
  }

  private static String condition(ThreadQuery.Filter filter, Map<String, Object> values) {
    var sql = new StringBuilder("t.tenant = :tenant");
    values.put("tenant", filter.tenant());
    if (filter.owner() != null) {
      sql.append(" AND t.owner = :owner");
      values.put("owner", filter.owner());
    }
    if (filter.resourceId() != null) {
      sql.append(" AND t.resource_id = :resource");
      values.put("resource", filter.resourceId());
    }
    if (filter.parentThreadId() != null) {
      sql.append(" AND t.parent_thread_id = :parent");
      values.put("parent", filter.parentThreadId().key());
    }
    if (filter.root()) {
      sql.append(" AND t.parent_thread_id IS NULL");
    }
    return sql.append(" AND ")
        .append(ReadableThreads.of(filter.reader(), ThreadAction.READ, values))
        .toString();
  }

  private static String behind(ThreadQuery.After after, Map<String, Object> values) {
    values.put("createdAt", after.createdAt());
    values.put("after", after.threadId().key());
    return " AND (t.created_at, t.thread_id) < (:createdAt, :after)";
  }

  private static ThreadSummary summary(Object[] row) {
    return new ThreadSummary(
        ThreadId.ofKey((String) row[0]),
        (String) row[1],
        row[2] == null ? null : ThreadId.ofKey((String) row[2]),
        (String) row[3],
        Sql.number(row[4]),
        Sql.number(row[5]),
        (String) row[6]);
  }

  /** Threads that the caller may delete. */
  static List<ThreadId> children(EntityManager em, Collection<ThreadId> of, Caller by, int limit) {
    Map<String, Object> values = new LinkedHashMap<>();
    var children =
        em.createQuery(
                "select t.threadId from ThreadRow t where t.parentThreadId in (:parents)"
                    + " and t.tenant = :tenant and "
                    + ReadableThreads.of(by, ThreadAction.WRITE, values),
                String.class)
            .setParameter("parents", values(of))
            .setParameter("tenant", by.tenant())
            .setMaxResults(limit);
    values.forEach(children::setParameter);
    return children.getResultStream().map(ThreadId::ofKey).toList();
  }

  static List<String> values(Collection<ThreadId> ids) {
    return ids.stream().map(ThreadId::key).toList();
  }
}
