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
 * Connections to the database named by MicroProfile Config, so that one deployed archive runs on H2
 * or PostgreSQL. The server pools it as {@code java:app/jdbc/awaken}.
 *
 * <p>Keys: {@code awaken.db.url}, {@code awaken.db.user}, {@code awaken.db.password}, {@code
 * awaken.db.sync}, {@code awaken.data.dir}. They are read for the first connection, so that they
 * are optional when {@code awaken.datasource} names a pool. URL parameters override the driver
 * properties set here. A pooled connection survives a restart of the database, see {@link
 * ReconnectingConnection}. An invalid setting is an {@link SQLException} with a one-line
 * explanation. Thread-safe.
 */
public final class ConfiguredDataSource implements DataSource {
  private static final System.Logger LOG = System.getLogger(ConfiguredDataSource.class.getName());
  private static final String CONNECT_SECONDS = "10";

  /** Longer than any statement; migrations lift it for their own connection. */
  private static final String SOCKET_SECONDS = "60";

  /** Whether the self-registering driver was loaded. */
  private static volatile boolean registered;

  private final boolean mending;
  private volatile DatabaseSettings settings;
  private volatile String description = "";
  private volatile PrintWriter logWriter;
  private volatile int loginTimeout;

  /** For the server, which creates it by name before the configuration is read. */
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

  /** For connections without a pool, whose owner reopens broken ones. */
  static ConfiguredDataSource unpooled() {
    return unpooled(null);
  }

  static ConfiguredDataSource unpooled(DatabaseSettings settings) {
    return new ConfiguredDataSource(settings, false);
  }

  /**
   * Closes all connections of this application: a server may keep its pools, with their connections
   * and driver threads, until the next deployment.
   */
  public static void closeAll() {
    ReconnectingConnection.closeAll();
    if (registered) {
      try {
        org.postgresql.Driver.deregister();
      } catch (SQLException | IllegalStateException e) {
        LOG.log(System.Logger.Level.DEBUG, "The driver was no longer registered", e);
      }
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    DatabaseSettings current = settings();
    return mending ? ReconnectingConnection.open(() -> synced(current)) : connect(current);
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

  /** Always uses the configured user, since some servers pass empty strings. */
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
    // The details of a failed batch quote its values, which are conversation data.
    properties.setProperty("logServerErrorDetail", "false");
    return new org.postgresql.Driver();
  }

  private DatabaseSettings settings() throws SQLException {
    DatabaseSettings current = settings;
    if (current == null) {
      // The pool's thread may have another context class loader; this one identifies the
      // application.
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

  /** Text for the server's console only. */
  public String getDescription() {
    return description;
  }

  /**
   * Required because {@code @DataSourceDefinition} needs at least one property.
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
