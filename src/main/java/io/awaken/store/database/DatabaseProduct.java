package io.awaken.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The supported database products. */
public enum DatabaseProduct {
  /** An H2 file or memory database in this process: development, tests, one small node. */
  H2("AWAKEN_CLOCK()"),

  /** PostgreSQL 12 or newer, or a compatible database. */
  POSTGRESQL("cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)");

  private final String clock;

  DatabaseProduct(String clock) {
    this.clock = clock;
  }

  /**
   * Returns a bigint SQL expression for the database's clock, in milliseconds since 1970-01-01 UTC.
   * It advances within a transaction. On H2 it is an alias created by the migrations.
   *
   * @return the expression, without a trailing semicolon, colons and question marks
   */
  public String clockMillis() {
    return clock;
  }

  /** Returns whether the driver sends statements joined by semicolons individually. */
  boolean joins() {
    return this == POSTGRESQL;
  }

  /**
   * Returns the query suffix that locks the rows of a table and skips locked ones. Empty on H2,
   * which has no other node that could stall with a lock.
   *
   * @param alias the table's
   */
  public String skipLocked(String alias) {
    return this == H2 ? "" : " FOR UPDATE OF " + alias + " SKIP LOCKED";
  }

  /**
   * Returns SQL that deletes a limited number of arbitrary rows.
   *
   * @param where condition of the rows
   * @param most the parameter for the limit
   */
  public String deleteSome(String table, String where, String most) {
    return this == H2
        ? "DELETE FROM " + table + " WHERE " + where + " FETCH FIRST " + most + " ROWS ONLY"
        : "DELETE FROM "
            + table
            + " WHERE "
            + where
            // Each partition of a table has its own.
            + " AND ctid = ANY (ARRAY(SELECT ctid FROM "
            + table
            + " WHERE "
            + where
            + " LIMIT "
            + most
            + "))";
  }

  /**
   * Returns SQL that inserts a row or updates the one with its key. Parameters are in column order.
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
   * Detects the product behind a connection by its metadata.
   *
   * @param connection open; it stays open
   * @return the product
   * @throws SQLException when the metadata cannot be read
   * @throws DatabaseRefused for any other product
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
