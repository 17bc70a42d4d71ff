package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;

/** Runs on every server, because the transaction manager is the server's. */
@Nightly("kills and starts servers")
class H2ToolTransactionIT extends ToolTransactionContract {

  /** Default settings: H2 in the data directory. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
