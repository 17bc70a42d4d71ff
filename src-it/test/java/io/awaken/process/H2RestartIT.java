package io.awaken.process;

import io.awaken.fixture.OnWildFly;
import java.util.Map;

@OnWildFly
class H2RestartIT extends RestartContract {

  /** Default settings: H2 in the data directory. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
