package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The clients of AG-UI, 1.0 and 0.0.59, and the runtime of CopilotKit against a server: {@code
 * flows.mjs} says what they do.
 */
@BesideOthers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AguiClientInterop {

  private static final NodePrograms NODE = node("ag-ui");

  @TempDir private static Path work;
  private static InteropServer server;

  private static NodePrograms node(String folder) {
    String home = System.getProperty("awaken.interop." + folder, "src-it/interop/" + folder);
    return new NodePrograms(Path.of(home).toAbsolutePath(), "node");
  }

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    ChatAgents.write(config);
    var call = Turns.call("calculate", Map.of("expression", "6 * 7"));
    new Documents(config)
        .agent(
            "both",
            Map.of(
                "model_id",
                "both",
                "plugin_ids",
                List.of("permission"),
                "tool_execution_mode",
                "parallel_batch_approval",
                "sections",
                Map.of("permission", Map.of("default_behavior", "ask"))),
            0,
            Turns.calls(List.of(call, call)),
            Turns.says("Done both."));
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    server = InteropServer.start(work, settings);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "0.0.59"})
  @Order(1)
  @Rows({176, 177, 239, 240})
  void aClientOfThisVersionWorks(String version) throws Exception {
    assertThat(NODE.run("run.mjs", version, server.base(), "server")).contains(" 0 failed");
  }

  @Test
  @Order(2)
  @Rows({239, 240})
  void theRuntimeOfCopilotKitWorks() throws Exception {
    assertThat(node("copilotkit").run("run.mjs", server.base())).contains(" 0 failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "0.0.59"})
  @Order(3)
  @Rows({175, 239})
  @Failures("F38")
  void anAnswerIsReadOnAfterItsServerWasKilled(String version) throws Exception {
    String said =
        NODE.run(server::killAndStartAgain, "streaming", "restart.mjs", version, server.base());
    assertThat(said).contains("the answer is whole");
  }
}
