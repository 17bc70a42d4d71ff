package io.awaken.store.jpa.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.ReadableThreads;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A list of rows under a growing set of conditions, newest first. One statement counts all rows (H2
 * would repeat a subquery for each row), one reads ids and sizes, and one reads the rows that fit
 * into the page.
 */
public final class Listing {
  private final String rows;
  private final Place placed;
  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String behind = "";
  private String gone = "";
  private String keyed = "";
  private Function<String, Object> key;
  private final Map<String, Object> place = new LinkedHashMap<>();

  /**
   * @param rows the text between {@code from} and {@code where}
   * @param placed the sort columns
   */
  public Listing(String rows, Place placed) {
    this.rows = rows;
    this.placed = placed;
  }

  /** Reads the rows of a page by an indexed key that follows from their ids. */
  public Listing keyedBy(String path, Function<String, Object> keyOf) {
    keyed = path + " in (:keys) and ";
    key = keyOf;
    return this;
  }

  /** Adds a condition unless the value is null. */
  public Listing where(String condition, String name, Object value) {
    if (value != null) {
      conditions.add(condition);
      values.put(name, value);
    }
    return this;
  }

  /** Restricts the list to threads {@code t} that a caller may read; null for all. */
  public Listing readableBy(Caller reader) {
    conditions.add(ReadableThreads.of(reader, ThreadAction.READ, values));
    return this;
  }

  /** Excludes deleted threads; {@code threadId} is a path to the thread id. */
  public Listing ofThreadsThatAreThere(String threadId) {
    gone = DeletedThreadRow.leftOut(threadId);
    return this;
  }

  /** Restricts the list to rows after this one. */
  public Listing behind(long lastAt, String lastId) {
    // The first condition can use an index.
    behind =
        " and %1$s <= :lastAt and (%1$s < :lastAt or %2$s < :lastId)"
            .formatted(placed.at(), placed.id());
    place.put("lastAt", lastAt);
    place.put("lastId", lastId);
    return this;
  }

  /**
   * @param shown the selected expression
   * @param size the bytes of a row
   */
  public <T> Page<T> page(
      EntityManager em, String shown, String size, Bounds bounds, Function<Object[], T> read) {
    String chosen = " from " + rows + " where " + String.join(" and ", conditions) + gone;
    long total = filled(em.createQuery("select count(*)" + chosen, Long.class)).getSingleResult();
    if (total == 0) {
      return new Page<>(List.of(), 0);
    }
    var measured =
        em.createQuery(
            "select %s, %s".formatted(placed.id(), size) + chosen + behind + newestFirst(),
            Object[].class);
    place.forEach(measured::setParameter);
    List<Object[]> found =
        filled(measured)
            .setFirstResult(bounds.skip())
            .setMaxResults(bounds.limit())
            .getResultList();
    if (found.isEmpty()) {
      return new Page<>(List.of(), total);
    }
    List<String> fitting = fitting(found, bounds.bytes());
    TypedQuery<Object[]> page =
        em.createQuery(
            "select %s from %s where %s%s in (:ids)".formatted(shown, rows, keyed, placed.id())
                + newestFirst(),
            Object[].class);
    if (key != null) {
      page.setParameter("keys", fitting.stream().map(key).toList());
    }
    List<T> items =
        page.setParameter("ids", fitting)
            .setHint("org.hibernate.readOnly", true)
            .getResultStream()
            .map(read)
            .toList();
    return new Page<>(items, total, fitting.size() < found.size());
  }

  /** Returns ids until the page is full; at least one. */
  private static List<String> fitting(List<Object[]> measured, long most) {
    List<String> ids = new ArrayList<>();
    long bytes = 0;
    for (Object[] row : measured) {
      bytes += Sql.number(row[1]);
      if (bytes > most && !ids.isEmpty()) {
        break;
      }
      ids.add((String) row[0]);
    }
    return ids;
  }

  private String newestFirst() {
    return " order by %s desc, %s desc".formatted(placed.at(), placed.id());
  }

  private <Q> TypedQuery<Q> filled(TypedQuery<Q> query) {
    values.forEach(query::setParameter);
    return query;
  }

  /** Paths of the sort time and the unique id. */
  public record Place(String at, String id) {}

  /** Rows to skip, and maximum rows and bytes to read. */
  public record Bounds(int skip, int limit, long bytes) {}
}
