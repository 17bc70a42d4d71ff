package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MCP clients of both eras against one server, also through the launcher, and the conformance
 * suites: {@code run.mjs} says what clients do.
 */
@BesideOthers
class McpServerInterop {

  private static final Map<String, ?> ASKS =
      Map.of("rules", List.of(Map.of("tool", "calculate", "behavior", "ask")));

  /** The prompts that the conformance suites want, as far as prompts are texts. */
  private static final Map<String, String> PROMPTS =
      Map.of(
          "test_simple_prompt",
          """
          description: A prompt without arguments.
          messages:
            - {text: This is a simple prompt for testing.}
          """,
          "test_prompt_with_arguments",
          """
          description: A prompt with arguments.
          arguments:
            - {name: arg1, description: First test argument, required: true}
            - {name: arg2, description: Second test argument, required: true}
          messages:
            - {text: "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'"}
          """);

  @TempDir private static Path work;
  private static InteropServer server;

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    new Documents(config)
        .agent("greeter", Map.of("model_id", "greeter", "expose", "mcp"), 0, Turns.says("Hello."))
        .agent(
            "careful",
            Map.of(
                "model_id",
                "careful",
                "expose",
                "mcp",
                "plugin_ids",
                List.of("permission"),
                "sections",
                Map.of("permission", ASKS)),
            0,
            Turns.calls("calculate", Map.of("expression", "6 * 7")),
            Turns.says("Done."));
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.mcp.tools", "test_*");
    Files.createDirectories(config.resolve("prompts"));
    for (var prompt : PROMPTS.entrySet()) {
      Files.writeString(config.resolve("prompts/" + prompt.getKey() + ".yaml"), prompt.getValue());
    }
    Path archive = ToolArchive.in(work, ConformanceTools.class);
    server = InteropServer.start(work, settings, archive);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "auto"})
  @Rows({243, 1061, 1062, 1063, 1064, 1065})
  void aClientOfThisKindWorks(String kind) throws Exception {
    assertThat(
            NodePrograms.of("mcp")
                .newer()
                .run("run.mjs", kind, server.base(), "greeter", "careful"))
        .contains(" 0 failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "auto"})
  @Rows({1150, 1151, 1152})
  void aClientOfThisKindWorksThroughTheLauncher(String kind) throws Exception {
    assertThat(
            NodePrograms.of("mcp")
                .newer()
                .with("AWAKEN_MCP_STDIO", launcher())
                .run("run.mjs", kind, server.base(), "greeter", "careful"))
        .contains(" 0 failed");
  }

  @Test
  @Rows({1150, 1157})
  void theInspectorShowsTheServer() throws Exception {
    assertThat(
            NodePrograms.of("mcp")
                .newer()
                .with("AWAKEN_MCP_STDIO", launcher())
                .run("inspector.mjs", server.base(), "greeter"))
        .contains(" 0 failed");
  }

  @ParameterizedTest
  @EnumSource
  @Rows({243, 1155})
  void theConformanceSuiteFindsNothingButWhatIsKnown(ConformanceSuite suite) throws Exception {
    suite.run("server", "--url", server.base() + "/v1/mcp");
  }

  /** How clients start the launcher, as JSON. */
  private static String launcher() throws IOException {
    Path jar = Path.of(System.getProperty("awaken.archive")).resolveSibling("awaken-mcp-stdio.jar");
    return new ObjectMapper()
        .writeValueAsString(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar.toAbsolutePath().toString()));
  }
}
