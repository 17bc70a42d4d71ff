package io.awaken.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The database products that Awaken stores its rows in. */
public enum DatabaseProduct {
  /** An H2 file or memory database of this process: development, tests, one small node. */
  H2("AWAKEN_CLOCK()"),

  /** PostgreSQL 12 or newer, and what speaks like it. */
  POSTGRESQL("cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)");

  private final String clock;

  DatabaseProduct(String clock) {
    this.clock = clock;
  }

  /**
   * An SQL expression of type bigint for the database's clock, in milliseconds since 1970-01-01
   * UTC. It moves within a transaction. On H2 it is an alias that the migrations create.
   *
   * @return the expression, without a trailing semicolon and free of colons and question marks
   */
  public String clockMillis() {
    return clock;
  }

  /** Whether statements that are joined by semicolons are sent one behind the other. */
  boolean joins() {
    return this == POSTGRESQL;
  }

  /**
   * What ends a query that leaves out rows of a table which somebody has locked, and locks the
   * others. Empty on H2, where nobody else stands still with a lock.
   *
   * @param alias the table's
   */
  public String skipLocked(String alias) {
    return this == H2 ? "" : " FOR UPDATE OF " + alias + " SKIP LOCKED";
  }

  /**
   * SQL that deletes some rows of a table, whichever.
   *
   * @param where which of them may be deleted
   * @param most the parameter that says how many at the most
   */
  public String deleteSome(String table, String where, String most) {
    return this == H2
        ? "DELETE FROM " + table + " WHERE " + where + " FETCH FIRST " + most + " ROWS ONLY"
        : "DELETE FROM "
            + table
            + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM "
            + table
            + " WHERE "
            + where
            + " LIMIT "
            + most
            + "))";
  }

  /**
   * SQL that inserts a row, or updates it when its key is there. Parameters stand in the order of
   * the columns.
   *
   * @param table the table
   * @param key the columns of its primary key
   * @param others the columns to update
   * @param values SQL expressions for all columns, separated by commas
   */
  public String upsert(String table, List<String> key, List<String> others, String values) {
    String keyed = String.join(", ", key);
    String columns = " (" + keyed + ", " + String.join(", ", others) + ")";
    if (this == H2) {
      return "MERGE INTO " + table + columns + " KEY (" + keyed + ") VALUES (" + values + ")";
    }
    String changes =
        others.stream()
            .map(column -> column + " = EXCLUDED." + column)
            .collect(Collectors.joining(", "));
    return "INSERT INTO "
        + table
        + columns
        + " VALUES ("
        + values
        + ") ON CONFLICT ("
        + keyed
        + ") DO UPDATE SET "
        + changes;
  }

  /**
   * Tells the product behind a connection by its metadata.
   *
   * @param connection open; it stays open
   * @return the product
   * @throws SQLException when the metadata cannot be read
   * @throws DatabaseRefused when it is another product
   */
  public static DatabaseProduct of(Connection connection) throws SQLException {
    String name = connection.getMetaData().getDatabaseProductName();
    return switch (name) {
      case "H2" -> H2;
      case "PostgreSQL" -> POSTGRESQL;
      default ->
          throw new DatabaseRefused(
              "The data source is a " + name + " database; Awaken runs on PostgreSQL or H2");
    };
  }
}
