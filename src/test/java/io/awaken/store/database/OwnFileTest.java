package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFileTest {

  @TempDir private Path temp;
  private Path folder;
  private Path passwordFile;

  @BeforeEach
  void name() {
    folder = temp.resolve("data");
    passwordFile = folder.resolve("awaken.password");
  }

  private ConfiguredDataSource source(String... password) {
    Map<String, String> config = new HashMap<>(Map.of("awaken.data.dir", folder.toString()));
    if (password.length > 0) {
      config.put("awaken.db.password", password[0]);
    }
    return new ConfiguredDataSource(
        DatabaseSettings.from(key -> Optional.ofNullable(config.get(key))));
  }

  /** Connects by H2's own driver. */
  private Connection plain(String password) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:async:" + folder + "/awaken;WRITE_DELAY=0;TRACE_LEVEL_FILE=0", "sa", password);
  }

  private void olderVersionLeft(String row) throws SQLException {
    try (Connection connection = plain("");
        Statement statement = connection.createStatement()) {
      statement.execute(Note.DDL);
      statement.execute("INSERT INTO note VALUES (1, '" + row + "')");
    }
  }

  private static String row(ConfiguredDataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT text FROM note")) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aNewDatabaseHasAPasswordAndPrivateFiles() throws Exception {
    try (Connection first = source().getConnection();
        Connection second = source().getConnection()) {
      assertThat(first.isValid(1) && second.isValid(1)).isTrue();
    }

    assertThat(Files.readString(passwordFile).strip()).hasSizeGreaterThan(30);
    assertThatThrownBy(() -> plain("")).isInstanceOf(SQLException.class);
    assertThat(mode(folder)).isEqualTo("rwx------");
    assertThat(mode(passwordFile)).isEqualTo("rw-------");
    assertThat(mode(folder.resolve("awaken.mv.db"))).isEqualTo("rw-------");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void aDatabaseWithoutAPasswordGetsOneAndKeepsItsRows() throws Exception {
    olderVersionLeft("kept");

    assertThat(row(source())).isEqualTo("kept");
    assertThatThrownBy(() -> plain("")).isInstanceOf(SQLException.class);
    assertThat(row(source())).isEqualTo("kept");
    assertThat(mode(folder.resolve("awaken.mv.db"))).isEqualTo("rw-------");
  }

  @Test
  void aStartThatCrashedBeforeSettingThePasswordIsCompletedByTheNext() throws Exception {
    olderVersionLeft("kept");
    Files.writeString(passwordFile, "generated\n");

    assertThat(row(source())).isEqualTo("kept");
    plain("generated").close();
  }

  @Test
  void theOperatorsPasswordReplacesTheStoredOne() throws Exception {
    olderVersionLeft("kept");
    assertThat(row(source())).isEqualTo("kept");

    assertThat(row(source("it's mine"))).isEqualTo("kept");
    plain("it's mine").close();
    assertThat(row(source("it's mine"))).isEqualTo("kept");
  }

  @Test
  void anotherPasswordIsRefusedInOneLineThatNamesTheSetting() throws Exception {
    source("first").getConnection().close();

    assertThatThrownBy(() -> source("second").getConnection())
        .hasMessageContaining("awaken.db.password")
        .hasMessageContaining(passwordFile.toString())
        .message()
        .doesNotContain("second", "first", "\n");
    assertThatThrownBy(() -> source().getConnection()).hasMessageContaining("awaken.db.password");
    assertThat(passwordFile).doesNotExist();
  }

  @Test
  void theModeOfAnExistingFolderStays() throws Exception {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));

    source().getConnection().close();

    assertThat(mode(folder)).isEqualTo("rwxr-x---");
  }
}
