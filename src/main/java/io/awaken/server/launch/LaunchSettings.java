package io.awaken.server.launch;

import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

/**
 * What was given to Maven with {@code -Dawaken.*}, with the environment behind it, and what the
 * server needs of it before it starts. The properties may hold secrets and are never printed.
 */
record LaunchSettings(Properties properties, int port, Path dataDirectory) {
  private static final int DEFAULT_PORT = 8080;
  private static final int HIGHEST_PORT = 65_535;

  /** Reads the file that the build wrote and removes it: it may hold a password. */
  static LaunchSettings read(Path file) throws IOException, LaunchFailed {
    Properties properties = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
      Files.delete(file);
    }
    int port = port(value(properties, "awaken.http.port", String.valueOf(DEFAULT_PORT)));
    Path data = Path.of(value(properties, "awaken.data.dir", "data")).toAbsolutePath().normalize();
    properties.setProperty("awaken.http.port", String.valueOf(port));
    properties.setProperty("awaken.data.dir", data.toString());
    return new LaunchSettings(properties, port, data);
  }

  /** The archive that {@code awaken.war} names, ours otherwise. */
  Path archive(Path ours) throws LaunchFailed {
    String named = value(properties, "awaken.war", "");
    if (named.isEmpty()) {
      return ours;
    }
    Path archive = Path.of(named).toAbsolutePath();
    if (!Files.isRegularFile(archive)) {
      throw new LaunchFailed("awaken.war names no file: " + archive);
    }
    return archive;
  }

  /** As MicroProfile Config orders it: property, environment, default. */
  private static String value(Properties properties, String key, String otherwise) {
    String variable = key.replace('.', '_').toUpperCase(Locale.ROOT);
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

  /** Finds out now, in one line, what the server would say in a hundred. */
  void check() throws LaunchFailed {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(port));
    } catch (IOException e) {
      throw new LaunchFailed(
          "Port " + port + " is in use: stop what listens there or give -Dawaken.http.port=");
    }
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
              + " cannot be written: make it writable or give -Dawaken.data.dir=");
    }
  }
}
