package io.awaken.store.jpa.rows;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;
import java.util.Optional;

/** Runs SQL with named parameters, given as names and values in turn. */
public final class Sql {

  private Sql() {}

  public static Query query(EntityManager em, String sql, Object... parameters) {
    return with(em.createNativeQuery(sql), parameters);
  }

  /** Returns the number of changed rows. */
  public static int update(EntityManager em, String sql, Object... parameters) {
    return query(em, sql, parameters).executeUpdate();
  }

  /** Returns whether one row was changed. */
  public static boolean updated(EntityManager em, String sql, Object... parameters) {
    return update(em, sql, parameters) == 1;
  }

  /** Returns whether the query finds a row. */
  public static boolean exists(EntityManager em, String sql, Object... parameters) {
    return !query(em, sql, parameters).getResultList().isEmpty();
  }

  /** Returns the rows of a query of several columns. */
  public static List<Object[]> rows(EntityManager em, String sql, Object... parameters) {
    List<?> rows = query(em, sql, parameters).getResultList();
    return rows.stream().map(row -> (Object[]) row).toList();
  }

  /** Returns the only row of a query of several columns. */
  public static Object[] row(EntityManager em, String sql, Object... parameters) {
    return (Object[]) query(em, sql, parameters).getSingleResult();
  }

  /** Returns the only column of the first row, a text of any length. */
  public static Optional<String> text(EntityManager em, String sql, Object... parameters) {
    Query query = with(em.createNativeQuery(sql, String.class), parameters);
    List<?> rows = query.getResultList();
    return rows.stream().findFirst().map(String.class::cast);
  }

  /** Returns the number in a column. */
  public static long number(Object column) {
    return ((Number) column).longValue();
  }

  private static Query with(Query query, Object... parameters) {
    for (int i = 0; i < parameters.length; i += 2) {
      query.setParameter((String) parameters[i], parameters[i + 1]);
    }
    return query;
  }
}
