package io.awaken.process;

import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class H2RestartIT extends RestartContract {

  /** Default settings: H2 in the data directory. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
