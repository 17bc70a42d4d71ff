package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

@Nightly("kills and starts servers; PausedModelTest stays")
class PostgreSqlPausedModelIT extends PausedModelContract {

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  @Override
  Map<String, String> database() {
    return postgres.settings();
  }
}
