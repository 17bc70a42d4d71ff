package io.awaken.store.jpa.run;

import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.jpa.rows.DeletedThreadRow;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A list of rows under conditions that come one by one, newest first. One statement counts the rows
 * in all (as a part of another one H2 would count them again for each row), one reads ids and
 * sizes, and one the rows that have room in the page.
 */
public final class Listing {
  private final String rows;
  private final Place placed;
  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String behind = "";
  private String gone = "";
  private final Map<String, Object> place = new LinkedHashMap<>();

  /**
   * @param rows what stands between {@code from} and {@code where}
   * @param placed where they are in the list
   */
  public Listing(String rows, Place placed) {
    this.rows = rows;
    this.placed = placed;
  }

  /** Only rows of which this is true; a value that is null asks for nothing. */
  public Listing where(String condition, String name, Object value) {
    if (value != null) {
      conditions.add(condition);
      values.put(name, value);
    }
    return this;
  }

  /** Only rows whose thread is not deleted; {@code threadId} is a path to its id. */
  public Listing ofThreadsThatAreThere(String threadId) {
    gone = DeletedThreadRow.leftOut(threadId);
    return this;
  }

  /** Only rows behind this one. */
  public Listing behind(long lastAt, String lastId) {
    // The first part is what an index is good for.
    behind =
        " and %1$s <= :lastAt and (%1$s < :lastAt or %2$s < :lastId)"
            .formatted(placed.at(), placed.id());
    place.put("lastAt", lastAt);
    place.put("lastId", lastId);
    return this;
  }

  /**
   * @param shown what is read of each row
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
    List<Object> fitting = fitting(found, bounds.bytes());
    List<T> items =
        em.createQuery(
                "select %s from %s where %s in (:ids)".formatted(shown, rows, placed.id())
                    + newestFirst(),
                Object[].class)
            .setParameter("ids", fitting)
            .setHint("org.hibernate.readOnly", true)
            .getResultStream()
            .map(read)
            .toList();
    return new Page<>(items, total, fitting.size() < found.size());
  }

  /** The ids of rows up to the one that brings the page over its bytes; at least one. */
  private static List<Object> fitting(List<Object[]> measured, long most) {
    List<Object> ids = new ArrayList<>();
    long bytes = 0;
    for (Object[] row : measured) {
      bytes += ((Number) row[1]).longValue();
      if (bytes > most && !ids.isEmpty()) {
        break;
      }
      ids.add(row[0]);
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

  /** Paths to the time and the id by which rows are sorted; the id is unique. */
  public record Place(String at, String id) {}

  /** Rows that are passed over, and how many, with how many bytes, are read at the most. */
  public record Bounds(int skip, int limit, long bytes) {}
}
