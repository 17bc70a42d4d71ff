package io.awaken.store.jpa.rows;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.Session;

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

  /**
   * Runs a statement with parameters by position once for each item, in one batch; nothing without
   * items.
   */
  public static <T> void batch(
      EntityManager em, String sql, List<T> items, Function<T, Object[]> parameters) {
    if (!items.isEmpty()) {
      em.unwrap(Session.class).doWork(connection -> batch(connection, sql, items, parameters));
    }
  }

  private static <T> void batch(
      Connection connection, String sql, List<T> items, Function<T, Object[]> parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (T item : items) {
        int place = 0;
        for (Object value : parameters.apply(item)) {
          statement.setObject(++place, value);
        }
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Parameters by position. */
  public static Object[] values(Object... parameters) {
    return parameters;
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
