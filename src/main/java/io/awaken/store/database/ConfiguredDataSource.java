package io.awaken.store.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Connections to the database that MicroProfile Config names, so that one deployed archive runs on
 * H2 or PostgreSQL by properties alone. The server pools it under {@code java:app/jdbc/awaken}.
 *
 * <p>Keys: {@code awaken.db.url}, {@code awaken.db.user}, {@code awaken.db.password}, {@code
 * awaken.db.sync}, {@code awaken.data.dir}. They are read when the first connection is asked for,
 * so that a server whose pool {@code awaken.datasource} names never needs them. Parameters in the
 * URL win over the driver properties set here. A pooled connection survives a restart of the
 * database, see {@link MendingConnection}. A refused setting is an {@link SQLException} whose
 * message is the one line that helps. Thread-safe.
 */
public final class ConfiguredDataSource implements DataSource {
  private static final System.Logger LOG = System.getLogger(ConfiguredDataSource.class.getName());
  private static final String CONNECT_SECONDS = "10";

  /** Longer than any statement of ours; migrations lift it for their own connection. */
  private static final String SOCKET_SECONDS = "60";

  /** Whether the driver that registers itself was loaded. */
  private static volatile boolean registered;

  private final boolean mending;
  private volatile DatabaseSettings settings;
  private volatile String description = "";
  private volatile PrintWriter logWriter;
  private volatile int loginTimeout;

  /** For the server, which makes it by name; reads the configuration later. */
  public ConfiguredDataSource() {
    this(null, true);
  }

  ConfiguredDataSource(DatabaseSettings settings) {
    this(settings, true);
  }

  private ConfiguredDataSource(DatabaseSettings settings, boolean mending) {
    this.settings = settings;
    this.mending = mending;
  }

  /** For connections that no pool holds: who has one opens it again when it breaks. */
  static ConfiguredDataSource unpooled() {
    return unpooled(null);
  }

  static ConfiguredDataSource unpooled(DatabaseSettings settings) {
    return new ConfiguredDataSource(settings, false);
  }

  /**
   * Ends what this application has open: a server may keep its pools, and with them connections and
   * the drivers' threads, until the application is deployed again.
   */
  public static void closeAll() {
    MendingConnection.closeAll();
    if (registered) {
      try {
        org.postgresql.Driver.deregister();
      } catch (SQLException | IllegalStateException e) {
        LOG.log(System.Logger.Level.DEBUG, "The driver was not registered any more", e);
      }
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    DatabaseSettings current = settings();
    return mending ? MendingConnection.open(() -> synced(current)) : connect(current);
  }

  private static Connection synced(DatabaseSettings current) throws SQLException {
    Connection connection = connect(current);
    return current.synced() ? CommitSync.of(current.url()).around(connection) : connection;
  }

  private static Connection connect(DatabaseSettings current) throws SQLException {
    Properties properties = new Properties();
    current.user().ifPresent(user -> properties.setProperty("user", user));
    current.password().ifPresent(password -> properties.setProperty("password", password));
    Connection connection = driver(current, properties).connect(current.url(), properties);
    if (connection == null) {
      throw new SQLException("The driver does not accept the URL " + current.address());
    }
    return connection;
  }

  /** The configured user always wins: some servers hand over empty strings here. */
  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    return getConnection();
  }

  private static Driver driver(DatabaseSettings settings, Properties properties) {
    if (settings.isH2()) {
      return new org.h2.Driver();
    }
    registered = true;
    properties.setProperty("connectTimeout", CONNECT_SECONDS);
    properties.setProperty("socketTimeout", SOCKET_SECONDS);
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("options", SessionLimits.OPTIONS);
    properties.setProperty("ApplicationName", "awaken");
    properties.setProperty("reWriteBatchedInserts", "true");
    // The details of a failed batch quote its values: what people said.
    properties.setProperty("logServerErrorDetail", "false");
    return new org.postgresql.Driver();
  }

  private DatabaseSettings settings() throws SQLException {
    DatabaseSettings current = settings;
    if (current == null) {
      // The pool's thread has any context class loader; ours names the application.
      Config config = ConfigProvider.getConfig(ConfiguredDataSource.class.getClassLoader());
      current = refusable(() -> DatabaseSettings.from(key -> read(config, key)));
    }
    if (current != settings || current.locked().isPresent()) {
      current = refusable(current::unlocked);
      settings = current;
    }
    return current;
  }

  private static DatabaseSettings refusable(Reading reading) throws SQLException {
    try {
      return reading.read();
    } catch (DatabaseRefused e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  private interface Reading {
    DatabaseSettings read() throws SQLException;
  }

  private static Optional<String> read(Config config, String key) {
    return config.getOptionalValue(key, String.class);
  }

  /**
   * Text for the server's console only.
   *
   * @return the text, empty by default
   */
  public String getDescription() {
    return description;
  }

  /**
   * Takes the property that {@code @DataSourceDefinition} needs to have at least one of.
   *
   * @param description text for the server's console
   */
  public void setDescription(String description) {
    this.description = description;
  }

  @Override
  public PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    logWriter = out;
  }

  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("Not a " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  @Override
  public String toString() {
    return "ConfiguredDataSource[" + (settings == null ? "not read yet" : settings) + "]";
  }
}
