package io.awaken.process;

import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** One node, killed and started again with another beside it. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
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
