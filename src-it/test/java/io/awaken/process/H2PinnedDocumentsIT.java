package io.awaken.process;

import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class H2PinnedDocumentsIT extends PinnedDocumentsContract {

  /** The product's own file. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
