package io.awaken.store.database;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The location of the database, from {@code awaken.db.url}, {@code awaken.db.user} and {@code
 * awaken.db.password}. Without a URL it is an H2 file in {@code awaken.data.dir} (default {@code
 * ./data}). Immutable; its text form has no secret.
 *
 * @param synced whether commits to an H2 file wait for a disk sync
 * @param locked the embedded file whose password has not been read yet
 */
record DatabaseSettings(
    String url,
    Optional<String> user,
    Optional<String> password,
    boolean synced,
    Optional<OwnFile> locked) {

  /**
   * The third parameter prevents stale cached query results; the last prevents a trace file with
   * statement values.
   */
  private static final String OWN_FILE =
      "/awaken;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;OPTIMIZE_REUSE_RESULTS=0;TRACE_LEVEL_FILE=0";

  static DatabaseSettings from(Function<String, Optional<String>> config) {
    Optional<String> given = config.apply("awaken.db.url");
    Optional<String> password = config.apply("awaken.db.password");
    Optional<String> user = config.apply("awaken.db.user");
    boolean sync = !config.apply("awaken.db.sync").orElse("on").equals("off");
    if (given.isPresent()) {
      requireUsable(given.get());
      return new DatabaseSettings(
          given.get(), user, password, sync && isFile(given.get()), Optional.empty());
    }
    Path folder =
        Path.of(config.apply("awaken.data.dir").orElse("./data")).toAbsolutePath().normalize();
    // Not file: an interrupted thread would close its channel, and so the database for all
    // threads.
    String url = "jdbc:h2:async:" + folder + OWN_FILE;
    String administrator = user.orElse("sa");
    var own = new OwnFile(folder, url, administrator, password);
    return new DatabaseSettings(url, Optional.of(administrator), password, sync, Optional.of(own));
  }

  DatabaseSettings(String url, Optional<String> user, Optional<String> password) {
    this(url, user, password, false, Optional.empty());
  }

  /** With the current password of the embedded file. */
  DatabaseSettings unlocked() throws SQLException {
    return locked.isEmpty()
        ? this
        : new DatabaseSettings(
            url, user, Optional.of(locked.get().unlock()), synced, Optional.empty());
  }

  boolean isH2() {
    return url.startsWith("jdbc:h2:");
  }

  private static void requireUsable(String url) {
    if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:postgresql:")) {
      throw new DatabaseRefused("awaken.db.url must begin with jdbc:h2: or jdbc:postgresql:");
    }
    String upper = upper(url);
    if (isFile(url) && !upper.matches(".*;WRITE_DELAY=0(;.*)?")) {
      throw new DatabaseRefused(
          "awaken.db.url names an H2 file without ;WRITE_DELAY=0, which confirms commits before"
              + " writing them: add ;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE to the URL");
    }
  }

  private static boolean isFile(String url) {
    String upper = upper(url);
    return upper.startsWith("JDBC:H2:") && !upper.startsWith("JDBC:H2:MEM:");
  }

  private static String upper(String url) {
    return url.toUpperCase(Locale.ROOT).replace(" ", "");
  }

  /** Returns the URL without parameters and user information: safe to log. */
  String address() {
    return url.split("[;?]", 2)[0].replaceFirst("//[^/@]*@", "//");
  }

  @Override
  public String toString() {
    return address();
  }
}
