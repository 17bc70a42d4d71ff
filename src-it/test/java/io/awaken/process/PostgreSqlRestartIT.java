package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("kills and starts servers; H2RestartIT stays")
class PostgreSqlRestartIT extends RestartContract {

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  @Override
  Map<String, String> database() {
    return postgres.settings();
  }
}
