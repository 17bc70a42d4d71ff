package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
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
 * MCP clients of both protocol eras against one server, also through the launcher, and the
 * conformance suites. {@code run.mjs} drives the clients.
 */
@BesideOthers
class McpServerInterop {

  @TempDir private static Path work;
  private static InteropServer server;

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    new Documents(config)
        .agent("greeter", Map.of("model_id", "greeter", "expose", "mcp"), 0, Turns.says("Hello."))
        .careful("mcp");
    Properties settings = ConformanceProfile.into(config);
    server = InteropServer.start(work, settings, ConformanceProfile.archive(work));
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

  @Test
  @Rows({1150, 1151, 1152})
  void aClientWorksThroughTheLauncher() throws Exception {
    assertWorksThroughTheLauncher("auto");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  @Nightly("starts the launcher for every flow; the newest client does so before each merge")
  @Rows({1150, 1151, 1152})
  void aClientOfAnOlderKindWorksThroughTheLauncher(String kind) throws Exception {
    assertWorksThroughTheLauncher(kind);
  }

  private static void assertWorksThroughTheLauncher(String kind) throws Exception {
    assertThat(
            NodePrograms.of("mcp")
                .newer()
                .with("AWAKEN_MCP_STDIO", launcher())
                .run("run.mjs", kind, server.base(), "greeter", "careful"))
        .contains(" 0 failed");
  }

  @Test
  @Nightly("starts the launcher again and again; aClientWorksThroughTheLauncher stays")
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
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RELEASED")
  @Rows({243, 1155})
  void theNewestConformanceSuiteFindsOnlyKnownFailures(ConformanceSuite suite) throws Exception {
    assertOnlyKnownFailures(suite);
  }

  @Test
  @Nightly("the newest suite repeats most of its scenarios")
  @Rows({243, 1155})
  void theReleasedConformanceSuiteFindsOnlyKnownFailures() throws Exception {
    assertOnlyKnownFailures(ConformanceSuite.RELEASED);
  }

  private static void assertOnlyKnownFailures(ConformanceSuite suite) throws Exception {
    suite.run("server", "--url", server.base() + "/v1/mcp");
  }

  /** The command with which clients start the launcher, as JSON. */
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
