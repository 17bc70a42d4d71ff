package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.RandomStreams;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Validates random runs in both dialects with the schemas and verifiers of the protocol's own
 * packages ({@code validate.mjs}). {@code -Dawaken.interop.runs=10000} tests more runs.
 */
@Rows(240)
@BesideOthers
class AguiValidatorInterop {

  private static final int RUNS = Integer.getInteger("awaken.interop.runs", 200);
  private static final int RUNS_OF_A_FILE = 1_000;

  @TempDir private Path work;

  @ParameterizedTest
  @CsvSource({"1.0,V1_0", "0.0.59,V0_0_59"})
  void randomRunsAreValid(String version, Dialect dialect) throws Exception {
    for (int first = 0; first < RUNS; first += RUNS_OF_A_FILE) {
      write(first, dialect);
    }

    assertThat(NodePrograms.of("ag-ui").run("validate.mjs", version, work.toString()))
        .contains(" 0 failed");
  }

  @ParameterizedTest
  @CsvSource({"1.0", "0.0.59"})
  void theGoldenFilesAreValid(String version) throws Exception {
    Path golden = Path.of("src/test/resources/golden/agui").toAbsolutePath();
    for (Path file :
        Files.list(golden)
            .filter(each -> each.toString().endsWith("-" + version + ".txt"))
            .toList()) {
      Files.copy(file, work.resolve(file.getFileName()));
    }

    assertThat(NodePrograms.of("ag-ui").run("validate.mjs", version, work.toString()))
        .contains(" 0 failed");
  }

  private void write(int first, Dialect dialect) throws IOException {
    try (BufferedWriter file = Files.newBufferedWriter(work.resolve("from-" + first + ".txt"))) {
      for (int seed = first; seed < Math.min(RUNS, first + RUNS_OF_A_FILE); seed++) {
        for (String stream : RandomStreams.of(seed, dialect)) {
          file.write(stream);
          file.write("=\n");
        }
      }
    }
  }
}
