package io.awaken.launch;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * Maven's properties {@code -Dawaken.*} and {@code -Dmp.jwt.*}, completed by the environment, and
 * the values needed before the server starts. The properties may contain secrets and are never
 * printed.
 */
record LaunchSettings(Properties properties, HttpAddress http, Path dataDirectory) {
  static final String HOST = "awaken.http.host";

  /** Developers edit documents while the server runs. */
  private static final String RELOAD = "awaken.config.reload";

  /** Each of them turns authentication on. */
  static final List<String> AUTHENTICATION =
      List.of(
          "awaken.security.tokens.file",
          "mp.jwt.verify.publickey",
          "mp.jwt.verify.publickey.location");

  private static final int DEFAULT_PORT = 8080;
  private static final int HIGHEST_PORT = 65_535;

  /** Reads the file that the build wrote and removes it: it may contain a password. */
  static LaunchSettings read(Path file) throws IOException, LaunchFailed {
    Properties properties = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
      Files.delete(file);
    }
    int port = port(value(properties, "awaken.http.port", String.valueOf(DEFAULT_PORT)));
    Path data =
        Path.of(value(properties, "awaken.data.dir", dataFolder(port)))
            .toAbsolutePath()
            .normalize();
    properties.setProperty("awaken.http.port", String.valueOf(port));
    properties.setProperty("awaken.data.dir", data.toString());
    properties.setProperty(RELOAD, value(properties, RELOAD, "on"));
    return of(properties, port, data);
  }

  /** Servers on different ports do not share a database, which only one process can open. */
  private static String dataFolder(int port) {
    return port == DEFAULT_PORT ? "data" : "data-" + port;
  }

  /** Uses the host in the properties, or a safe default. */
  static LaunchSettings of(Properties properties, int port, Path data) throws LaunchFailed {
    String safe = hasAuthentication(properties) ? HttpAddress.EVERYWHERE : HttpAddress.LOOPBACK;
    var http = HttpAddress.of(value(properties, HOST, safe), port);
    return new LaunchSettings(properties, http, data);
  }

  /** Whether authentication is configured, as far as the launcher can see. */
  private static boolean hasAuthentication(Properties properties) {
    return AUTHENTICATION.stream().anyMatch(key -> !value(properties, key, "").isEmpty());
  }

  /** Whether only this machine is served because the operator configured nothing else. */
  boolean isLoopbackByDefault() {
    return http.isLoopback() && value(properties, HOST, "").isEmpty();
  }

  /** The server to start, which {@code awaken.server} names. */
  ServerKind server() throws LaunchFailed {
    try {
      return ServerKind.of(value(properties, "awaken.server", ServerKind.PAYARA.value()));
    } catch (IllegalArgumentException e) {
      throw new LaunchFailed("awaken.server " + e.getMessage());
    }
  }

  /** The archive in {@code awaken.war}, or else ours. */
  Path archive(Path ours) throws LaunchFailed {
    String named = value(properties, "awaken.war", "");
    if (named.isEmpty()) {
      return ours;
    }
    Path archive = Path.of(named).toAbsolutePath();
    if (!Files.isRegularFile(archive)) {
      throw new LaunchFailed("awaken.war is not a file: " + archive);
    }
    return archive;
  }

  /** In the order of MicroProfile Config: property, environment, default. */
  private static String value(Properties properties, String key, String otherwise) {
    String variable = key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    String fromEnvironment = System.getenv().getOrDefault(variable, otherwise);
    return properties.getProperty(key, fromEnvironment);
  }

  private static int port(String text) throws LaunchFailed {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= HIGHEST_PORT) {
      int port = Integer.parseInt(text);
      if (port > 0) {
        return port;
      }
    }
    throw new LaunchFailed("awaken.http.port must be a port number from 1 to 65535, it is " + text);
  }

  /** Fails early with one line instead of the server's long log. */
  void check() throws LaunchFailed {
    http.check();
    if (value(properties, "awaken.db.url", "").isEmpty()
        && value(properties, "awaken.datasource", "").isEmpty()) {
      requireWritable();
    }
  }

  private void requireWritable() throws LaunchFailed {
    try {
      Files.createDirectories(dataDirectory);
      Files.delete(Files.createTempFile(dataDirectory, "awaken-", ".probe"));
    } catch (IOException e) {
      throw new LaunchFailed(
          "The data directory "
              + dataDirectory
              + " cannot be written: make it writable or set -Dawaken.data.dir=");
    }
  }
}
