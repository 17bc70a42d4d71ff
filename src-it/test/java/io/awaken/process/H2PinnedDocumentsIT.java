package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("starts two servers")
class H2PinnedDocumentsIT extends PinnedDocumentsContract {

  /** Default settings: H2 in the data directory. */
  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
