package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
  private static DatabaseSettings settings(Map<String, String> config) {
    return DatabaseSettings.from(key -> Optional.ofNullable(config.get(key)));
  }

  @Test
  void theDefaultIsAnH2FileBelowTheWorkingDirectory() {
    assertThat(settings(Map.of()).url())
        .isEqualTo(
            "jdbc:h2:async:"
                + Path.of("data").toAbsolutePath()
                + "/awaken;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;OPTIMIZE_REUSE_RESULTS=0;TRACE_LEVEL_FILE=0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:file:/var/lib/awaken",
        "jdbc:h2:./awaken;WRITE_DELAY=100",
        "jdbc:h2:~/awaken;WRITE_DELAY=01",
        "jdbc:h2:tcp://db/awaken"
      })
  void anH2FileThatConfirmsBeforeItWritesIsRefusedInOneLine(String url) {
    assertThatThrownBy(() -> settings(Map.of("awaken.db.url", url)))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining("WRITE_DELAY=0")
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:file:/x;write_delay=0",
        "jdbc:h2:./x;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;MODE=Regular",
        "jdbc:h2:mem:x",
        "jdbc:postgresql://db/awaken"
      })
  void durableUrlsAreNotChanged(String url) {
    assertThat(settings(Map.of("awaken.db.url", url)).url()).isEqualTo(url);
  }

  @Test
  void itsTextContainsNoSecret() {
    DatabaseSettings settings =
        settings(
            Map.of(
                "awaken.db.url", "jdbc:postgresql://me:hidden1@db/awaken?password=hidden2",
                "awaken.db.password", "hidden3"));
    assertThat(settings.toString()).isEqualTo("jdbc:postgresql://db/awaken");
    assertThat(new ConfiguredDataSource(settings).toString()).doesNotContain("hidden");
  }
}
