package io.awaken.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The database of this node: data source and product. Created at startup on a container thread;
 * immutable and thread-safe.
 *
 * @param dataSource provides connections; transactional when the server pools it
 * @param product the database product
 * @param aside provides connections that do not wait for the pool; equal to the data source when
 *     only an operator's pool is configured
 */
public record Database(DataSource dataSource, DatabaseProduct product, DataSource aside) {
  /** The application's own pool; {@code awaken.datasource} names another. */
  public static final String DEFAULT_JNDI_NAME = "java:app/jdbc/awaken";

  /** A database without separate connections. */
  public Database(DataSource dataSource, DatabaseProduct product) {
    this(dataSource, product, dataSource);
  }

  /**
   * Looks up the data source, connects and checks durability.
   *
   * @param jndiName value of {@code awaken.datasource}
   * @return the reachable database
   * @throws DatabaseRefused with one line for the operator on any problem
   */
  public static Database lookUp(String jndiName) {
    try {
      Database pooled = open((DataSource) new InitialContext().lookup(jndiName));
      if (jndiName.equals(DEFAULT_JNDI_NAME)) {
        return new Database(pooled.dataSource(), pooled.product(), ConfiguredDataSource.unpooled());
      }
      logMissingLimits(pooled);
      return pooled;
    } catch (NamingException | ClassCastException e) {
      throw new DatabaseRefused("awaken.datasource: no data source is bound at " + jndiName, e);
    }
  }

  private static void logMissingLimits(Database pooled) {
    try (Connection connection = pooled.dataSource().getConnection()) {
      SessionLimits.logMissing(connection, pooled.product());
    } catch (SQLException e) {
      throw unreachable(e);
    }
  }

  /**
   * Connects to a data source and checks durability.
   *
   * @param dataSource pooled by the caller if pooling is wanted
   * @return the database
   * @throws DatabaseRefused when it is unreachable, another product, or an H2 file that confirms
   *     commits before writing them
   */
  public static Database open(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      DatabaseProduct product = DatabaseProduct.of(connection);
      if (product == DatabaseProduct.H2) {
        requireDurable(connection);
      }
      return new Database(dataSource, product);
    } catch (SQLException e) {
      throw unreachable(e);
    }
  }

  /**
   * Checks that the data source joins the server's transactions: inside one, a connection must not
   * auto-commit.
   *
   * @param container the server's transactions
   * @throws DatabaseRefused when the pool is not transactional
   */
  public void requireTransactional(ContainerTransactions container) {
    container.begin();
    try (Connection connection = dataSource.getConnection()) {
      if (connection.getAutoCommit()) {
        throw new DatabaseRefused(
            "The data source does not take part in JTA transactions: define its pool as"
                + " transactional (jta=true on WildFly)");
      }
    } catch (SQLException e) {
      throw unreachable(e);
    } finally {
      container.rollback();
    }
  }

  /**
   * Returns an SQL expression for the database's clock in epoch milliseconds.
   *
   * @return see {@link DatabaseProduct#clockMillis()}
   */
  public String clockMillis() {
    return product.clockMillis();
  }

  /** An operator's pool hides its URL, so the live setting is queried. */
  private static void requireDurable(Connection connection) throws SQLException {
    String sql =
        "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'";
    boolean file = !connection.getMetaData().getURL().startsWith("jdbc:h2:mem:");
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      if (file && rows.next() && !"0".equals(rows.getString(1))) {
        throw new DatabaseRefused(
            "The data source is an H2 file that confirms commits before writing them: add"
                + " ;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE to the URL of its pool");
      }
    }
  }

  /** Pools wrap exceptions and sockets omit the address, so the driver's message is used. */
  private static DatabaseRefused unreachable(SQLException thrown) {
    Throwable reported = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof DatabaseRefused refused) {
        return new DatabaseRefused(firstLine(refused), thrown);
      }
      reported = cause instanceof SQLException ? cause : reported;
    }
    return new DatabaseRefused("The database cannot be reached: " + firstLine(reported), thrown);
  }

  private static String firstLine(Throwable thrown) {
    String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    return message.lines().findFirst().orElse(thrown.toString());
  }
}
