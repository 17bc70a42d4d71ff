package io.awaken.store.jpa.rows;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.hibernate.Session;

/** Runs SQL with named parameters, given as names and values in turn. */
public final class Sql {
  /** As many as the stores have constants. */
  private static final Map<String, Positions> UPDATES = new ConcurrentHashMap<>();

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

  /** Returns the only column of each row, texts of any length. */
  public static List<String> texts(EntityManager em, String sql, Object... parameters) {
    List<?> rows = with(em.createNativeQuery(sql, String.class), parameters).getResultList();
    return rows.stream().map(String.class::cast).toList();
  }

  /** Prepares an update by JDBC: it writes no pending entities first, and costs less. */
  public static Update direct(EntityManager em, String sql) {
    return new Update(em, UPDATES.computeIfAbsent(sql, Positions::of));
  }

  /** An update; used once. */
  public static final class Update {
    private final EntityManager em;
    private final Positions positions;
    private final Object[] values;

    private Update(EntityManager em, Positions positions) {
      this.em = em;
      this.positions = positions;
      this.values = new Object[positions.names().size()];
    }

    /** Sets a parameter; those that are not set are null. */
    public Update set(String name, Object value) {
      boolean known = false;
      for (int i = 0; i < values.length; i++) {
        if (positions.names().get(i).equals(name)) {
          values[i] = value;
          known = true;
        }
      }
      if (!known) {
        throw new IllegalArgumentException("no parameter " + name + " in " + positions.sql());
      }
      return this;
    }

    /** Returns whether it changed one row. */
    public boolean updated() {
      return em.unwrap(Session.class).doReturningWork(this::run) == 1;
    }

    private int run(Connection connection) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(positions.sql())) {
        bind(statement, values);
        return statement.executeUpdate();
      }
    }
  }

  /**
   * A statement with parameters by position.
   *
   * @param names of its parameters in this order
   */
  private record Positions(String sql, List<String> names) {
    private static final Pattern NAME = Pattern.compile(":(\\w+)");

    static Positions of(String sql) {
      List<String> names = NAME.matcher(sql).results().map(found -> found.group(1)).toList();
      return new Positions(NAME.matcher(sql).replaceAll("?"), names);
    }
  }

  private static void bind(PreparedStatement statement, Object[] values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /**
   * Runs a statement with parameters by position once for each item, in one batch; nothing without
   * items.
   *
   * @return the number of changed rows
   */
  public static <T> int batch(
      EntityManager em, String sql, List<T> items, Function<T, Object[]> parameters) {
    return items.isEmpty()
        ? 0
        : em.unwrap(Session.class)
            .doReturningWork(connection -> batch(connection, sql, items, parameters));
  }

  private static <T> int batch(
      Connection connection, String sql, List<T> items, Function<T, Object[]> parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (T item : items) {
        bind(statement, parameters.apply(item));
        statement.addBatch();
      }
      return IntStream.of(statement.executeBatch()).sum();
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

  /** Returns the UUID in a column, which H2 gives as bytes. */
  public static UUID uuid(Object column) {
    if (column instanceof UUID uuid) {
      return uuid;
    }
    ByteBuffer bytes = ByteBuffer.wrap((byte[]) column);
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static Query with(Query query, Object... parameters) {
    for (int i = 0; i < parameters.length; i += 2) {
      query.setParameter((String) parameters[i], parameters[i + 1]);
    }
    return query;
  }
}
