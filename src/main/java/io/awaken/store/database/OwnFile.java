package io.awaken.store.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The embedded database's folder: its file, and the file {@value #PASSWORD_FILE} with a password
 * that is generated once. Only the user of this process can read both. A file without a password,
 * from earlier versions, gets one.
 *
 * @param folder created with mode 0700; an existing folder's mode stays
 * @param url of the database in it
 * @param user its administrator
 * @param configured the operator's password, which replaces the generated one
 */
record OwnFile(Path folder, String url, String user, Optional<String> configured) {
  static final String PASSWORD_FILE = "awaken.password";

  private static final String DATABASE_FILE = "awaken.mv.db";
  private static final int WRONG_PASSWORD = 28_000;
  private static final int IN_USE = 90_020;
  private static final int PASSWORD_BYTES = 24;
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  /**
   * Opens the database for the first time in this process.
   *
   * @return its current password
   * @throws DatabaseRefused when it has another password, or the folder is not writable
   * @throws SQLException when the database cannot be opened
   */
  String unlock() throws SQLException {
    // Two data sources may open it concurrently.
    synchronized (OwnFile.class) {
      try {
        return unlockAlone();
      } catch (IOException e) {
        throw new DatabaseRefused("The data directory " + folder + " cannot be used: " + e, e);
      }
    }
  }

  private String unlockAlone() throws IOException, SQLException {
    if (!Files.isDirectory(folder)) {
      makeFolder();
    }
    Optional<String> stored = read();
    Optional<String> wanted = configured.or(() -> stored);
    String password = wanted.orElseGet(OwnFile::generate);
    boolean isNew = !Files.exists(folder.resolve(DATABASE_FILE));
    if (isNew) {
      if (wanted.isEmpty()) {
        write(password);
      }
      require(opens(password));
    } else if (wanted.isEmpty() || !opens(password)) {
      change(Stream.concat(stored.stream(), Stream.of("")).toList(), password, wanted.isEmpty());
    }
    restrict();
    return password;
  }

  /** Finds the password of an earlier start and replaces it. */
  private void change(Iterable<String> candidates, String password, boolean generated)
      throws IOException, SQLException {
    for (String candidate : candidates) {
      if (opens(candidate)) {
        // Before the database changes: after a crash in between, the next start finds the old
        // password and completes the change.
        if (generated) {
          write(password);
        }
        try (Connection connection = connect(candidate);
            Statement statement = connection.createStatement()) {
          String name = connection.getMetaData().getUserName().replace("\"", "\"\"");
          String literal = password.replace("'", "''");
          statement.execute("ALTER USER \"" + name + "\" SET PASSWORD '" + literal + "'");
        }
        return;
      }
    }
    require(false);
  }

  private void require(boolean opens) {
    if (!opens) {
      throw new DatabaseRefused(
          "The database in "
              + folder
              + " has another password: set awaken.db.password, or put it into "
              + folder.resolve(PASSWORD_FILE));
    }
  }

  private boolean opens(String password) throws SQLException {
    try (Connection connection = connect(password)) {
      return connection.isValid(0);
    } catch (SQLException e) {
      if (e.getErrorCode() == WRONG_PASSWORD) {
        return false;
      }
      if (e.getErrorCode() == IN_USE) {
        throw new DatabaseRefused(
            "The data directory "
                + folder
                + " is in use by another server: stop it or set another awaken.data.dir",
            e);
      }
      throw e;
    }
  }

  private Connection connect(String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return new org.h2.Driver().connect(url, properties);
  }

  private void makeFolder() throws IOException {
    Files.createDirectories(folder.getParent());
    if (POSIX) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(folder);
    }
  }

  private Optional<String> read() throws IOException {
    Path file = folder.resolve(PASSWORD_FILE);
    return Files.exists(file)
        ? Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  private static String generate() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Written atomically and synced, since the database cannot be opened without it. */
  private void write(String password) throws IOException {
    FileAttribute<?>[] attributes =
        POSIX
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    Path file = Files.createTempFile(folder, "awaken", ".password", attributes);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap((password + "\n").getBytes(UTF_8)));
      channel.force(true);
    }
    Files.move(file, folder.resolve(PASSWORD_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private void restrict() throws IOException {
    if (!POSIX) {
      return;
    }
    for (String name : new String[] {DATABASE_FILE, "awaken.trace.db", PASSWORD_FILE}) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(file, OWNER_ONLY);
      }
    }
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
