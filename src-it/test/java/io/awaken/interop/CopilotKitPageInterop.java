package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FreePorts;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A React page with CopilotKit's {@code useAgent} in Debian's Chromium, whose agents are those of
 * the server, directly and through CopilotKit's runtime. {@code src-it/interop/copilotkit-page} has
 * the page and its tests.
 */
@Nightly("installs 500 MB of packages; ChatClientsInterop protects the protocol without a browser")
class CopilotKitPageInterop {

  @TempDir private static Path work;

  @Test
  @Rows({176, 177, 239, 240})
  void aPageWithUseAgentStreamsAnswersAndSharesStateBothWays() throws Exception {
    NodePrograms programs = NodePrograms.of("copilotkit-page");
    Path agents = programs.home().resolve("agents.json");
    Path config = work.resolve("config");
    int modelPort = FreePorts.next();
    PageAgents.write(config, agents, modelPort);
    String origin = "http://localhost:" + FreePorts.next();
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.http.cors.origins", origin);
    try (var server = InteropServer.start(work, settings, ToolArchive.in(work, PageTools.class))) {
      String output =
          programs
              .with("PAGE_SERVER", server.base())
              .with("PAGE_OTHER_ORIGIN", origin)
              .with("PAGE_MODEL_PORT", String.valueOf(modelPort))
              .with("PAGE_AGENTS", agents.toString())
              .run("use-agent.test.mjs");
      assertThat(output).containsPattern("(?m)^# pass [1-9]").contains("# fail 0", "# skipped 0");
    }
  }
}
