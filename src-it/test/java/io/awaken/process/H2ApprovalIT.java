package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** One node, killed and restarted. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("kills and starts servers")
class H2ApprovalIT extends ApprovalContract {

  /** Default settings: H2 in the data directory. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }

  @Override
  int nodesAfterwards() {
    return 1;
  }
}
