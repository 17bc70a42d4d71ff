package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.AguiBench;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients of both generations against the routes in this JVM: {@code flows.mjs}. */
@Rows({177, 239, 240})
@BesideOthers
class AguiBenchInterop {

  private static NodePrograms node(String folder) {
    String home = System.getProperty("awaken.interop." + folder, "src-it/interop/" + folder);
    return new NodePrograms(Path.of(home).toAbsolutePath(), "node");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "0.0.59"})
  void aClientOfThisVersionWorks(String version) throws Exception {
    try (var bench = new AguiBench()) {
      assertThat(node("ag-ui").run("run.mjs", version, bench.base(), "bench"))
          .contains(" 0 failed");
    }
  }

  @Test
  void theRuntimeOfCopilotKitWorks() throws Exception {
    try (var bench = new AguiBench()) {
      assertThat(node("copilotkit").run("run.mjs", bench.base())).contains(" 0 failed");
    }
  }
}
