package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.protocol.aisdk.stream.RandomStreams;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Validates random runs with the stream checks of the AI SDK clients, versions 6 and 7 ({@code
 * validate.mjs}). {@code -Dawaken.interop.runs=10000} tests more runs.
 */
@Rows(238)
@BesideOthers
class AiSdkValidatorInterop {

  private static final int RANDOM_RUNS = Integer.getInteger("awaken.interop.runs", 200);

  @TempDir private static Path work;

  @BeforeAll
  static void writeStreams() throws Exception {
    RandomStreams.write(streams(), RANDOM_RUNS);
  }

  private static Path streams() {
    return work.resolve("streams.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "7"})
  void streamsOfRandomRunsAreValidForThisVersion(String version) throws Exception {
    // The newer Node needs half the time.
    NodePrograms programs = NodePrograms.of("ai-sdk").newer();
    assertThat(programs.run("validate.mjs", version, streams().toString()))
        .contains(" runs are valid for client version " + version);
  }
}
