package io.awaken.process;

import io.awaken.fixture.Nightly;
import java.util.Map;

/** A long thread in H2, which shares the heap with the runs. */
@Nightly("writes and reads gigabytes")
class H2LongThreadIT extends LongThreadContract {

  @Override
  Map<String, String> database() {
    return Map.of();
  }
}
