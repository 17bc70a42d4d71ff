package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredDataSourceTest {
  @Test
  @Failures("F02")
  void aConfirmedCommitSurvivesAHaltedProcess(@TempDir Path directory) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HaltAfterCommit.class.getName(),
                directory.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(7);

    try (Connection connection = HaltAfterCommit.dataSource(directory.toString()).getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT text FROM note")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("answered");
    }
  }
}
