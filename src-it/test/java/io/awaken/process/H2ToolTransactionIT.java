package io.awaken.process;

import java.util.Map;

/** On every server, because transactions are the server's. */
class H2ToolTransactionIT extends ToolTransactionContract {

  /** The product's own file. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
