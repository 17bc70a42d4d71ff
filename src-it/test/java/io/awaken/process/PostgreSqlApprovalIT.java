package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** One node is killed and restarted together with a second one. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("kills and starts three servers")
class PostgreSqlApprovalIT extends ApprovalContract {

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  @Override
  Map<String, String> database() {
    return postgres.settings();
  }

  @Override
  int nodesAfterwards() {
    return 2;
  }
}
