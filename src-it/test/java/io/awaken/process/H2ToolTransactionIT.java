package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;

/** On every server, because transactions are the server's. */
@Nightly("kills and starts servers")
class H2ToolTransactionIT extends ToolTransactionContract {

  /** The product's own file. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
