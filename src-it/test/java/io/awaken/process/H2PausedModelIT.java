package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;

@Nightly("kills and starts servers; PausedModelTest stays")
class H2PausedModelIT extends PausedModelContract {

  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
