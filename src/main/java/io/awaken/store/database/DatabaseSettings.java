package io.awaken.store.database;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the database is, as {@code awaken.db.url}, {@code awaken.db.user} and {@code
 * awaken.db.password} say. Without a URL it is an H2 file below {@code awaken.data.dir} (default
 * {@code ./data}). Immutable; its text form holds no secret.
 */
record DatabaseSettings(String url, Optional<String> user, Optional<String> password) {

  /**
   * Without it H2 may answer a query from memory that another transaction's commit has outdated.
   */
  private static final String READS_ANEW = ";OPTIMIZE_REUSE_RESULTS=0";

  static DatabaseSettings from(Function<String, Optional<String>> config) {
    String url = config.apply("awaken.db.url").orElseGet(() -> fileBelow(config));
    requireUsable(url);
    boolean ownFile = config.apply("awaken.db.url").isEmpty();
    Optional<String> user = config.apply("awaken.db.user");
    return new DatabaseSettings(
        url, ownFile ? user.or(() -> Optional.of("sa")) : user, config.apply("awaken.db.password"));
  }

  private static String fileBelow(Function<String, Optional<String>> config) {
    Path directory =
        Path.of(config.apply("awaken.data.dir").orElse("./data")).toAbsolutePath().normalize();
    // Not file: an interrupted thread closes its channel, and with it the database for everybody.
    return "jdbc:h2:async:"
        + directory
        + "/awaken;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE"
        + READS_ANEW;
  }

  boolean isH2() {
    return url.startsWith("jdbc:h2:");
  }

  private static void requireUsable(String url) {
    if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:postgresql:")) {
      throw new DatabaseRefused("awaken.db.url must begin with jdbc:h2: or jdbc:postgresql:");
    }
    String upper = url.toUpperCase(Locale.ROOT).replace(" ", "");
    boolean file = upper.startsWith("JDBC:H2:") && !upper.startsWith("JDBC:H2:MEM:");
    if (file && !upper.matches(".*;WRITE_DELAY=0(;.*)?")) {
      throw new DatabaseRefused(
          "awaken.db.url names an H2 file without ;WRITE_DELAY=0, which answers a commit before it"
              + " is written: add ;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE to the URL");
    }
  }

  /** The URL up to its parameters and without user information: safe to log. */
  String address() {
    return url.split("[;?]", 2)[0].replaceFirst("//[^/@]*@", "//");
  }

  @Override
  public String toString() {
    return address();
  }
}
