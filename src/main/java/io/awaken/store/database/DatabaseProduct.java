package io.awaken.store.database;

import java.sql.Connection;
import java.sql.SQLException;

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
