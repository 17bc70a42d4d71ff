package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("starts two servers")
class PostgreSqlPinnedDocumentsIT extends PinnedDocumentsContract {

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  @Override
  Map<String, String> database() {
    return postgres.settings();
  }
}
