package io.awaken.store.jpa;

import io.awaken.core.commit.ThreadStore.Page;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A list of rows under conditions that come one by one, newest first. A page and the number of rows
 * in all are one statement; only a page that is empty behind others asks for the number by itself.
 */
final class Listing {
  private final String rows;
  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String behind = "";
  private String gone = "";
  private final Map<String, Object> place = new LinkedHashMap<>();

  /**
   * @param rows what stands between {@code from} and {@code where}
   */
  Listing(String rows) {
    this.rows = rows;
  }

  /** Only rows of which this is true; a value that is null asks for nothing. */
  Listing where(String condition, String name, Object value) {
    if (value != null) {
      conditions.add(condition);
      values.put(name, value);
    }
    return this;
  }

  /** Only rows whose thread is not deleted; {@code threadId} is a path to its id. */
  Listing ofThreadsThatAreThere(String threadId) {
    gone = DeletedThreadRow.leftOut(threadId);
    return this;
  }

  /** Only rows behind this one, in the order of {@link #page}. */
  Listing behind(String at, String id, long lastAt, String lastId) {
    // The first part is what an index is good for.
    behind = " and %1$s <= :lastAt and (%1$s < :lastAt or %2$s < :lastId)".formatted(at, id);
    place.put("lastAt", lastAt);
    place.put("lastId", lastId);
    return this;
  }

  /**
   * @param shown what is read of each row
   * @param order newest first
   */
  <T> Page<T> page(
      EntityManager em, String shown, String order, Bounds bounds, Function<Object[], T> read) {
    String chosen = " from " + rows + " where " + String.join(" and ", conditions) + gone;
    String count = "select count(*)" + chosen;
    var page =
        em.createQuery(
            "select %s, (%s)%s%s order by %s".formatted(shown, count, chosen, behind, order),
            Object[].class);
    place.forEach(page::setParameter);
    List<Object[]> found =
        filled(page)
            .setFirstResult(bounds.skip())
            .setMaxResults(bounds.limit())
            .setHint("org.hibernate.readOnly", true)
            .getResultList();
    if (found.isEmpty()) {
      boolean first = place.isEmpty() && bounds.skip() == 0;
      return new Page<>(
          List.of(), first ? 0 : filled(em.createQuery(count, Long.class)).getSingleResult());
    }
    Object[] any = found.getFirst();
    return new Page<>(
        found.stream().map(read).toList(), ((Number) any[any.length - 1]).longValue());
  }

  private <Q> TypedQuery<Q> filled(TypedQuery<Q> query) {
    values.forEach(query::setParameter);
    return query;
  }

  /** Rows that are passed over, and how many are read at the most. */
  record Bounds(int skip, int limit) {}
}
