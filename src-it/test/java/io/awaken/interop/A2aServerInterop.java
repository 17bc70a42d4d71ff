package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.FreePorts;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A2A clients of other vendors against one server, in both bindings: {@code run.mjs} drives the
 * JavaScript SDK, {@code sdk.py} the Python one, {@code proof.yaml} is a contract for a2a-proof.
 * Each receives push notifications at the same port.
 */
@BesideOthers
class A2aServerInterop {

  private static final Path HOME = Path.of("src-it", "interop", "a2a").toAbsolutePath();
  private static final int SLOW_MILLIS = 40;

  @TempDir private static Path work;
  private static InteropServer server;
  private static String port;

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    new Documents(config)
        .agent("greeter", exposed("greeter"), 0, Turns.says("Hello."))
        .agent("slow", exposed("slow"), SLOW_MILLIS, Turns.says(Turns.words(60)))
        .agent(
            "broken",
            exposed("broken"),
            0,
            Map.of(
                "text",
                "I was about to",
                "error",
                Map.of("kind", "invalid_request", "message", "for the log")))
        .careful("a2a");
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.default-agent", "greeter");
    port = String.valueOf(FreePorts.next());
    settings.setProperty("awaken.outbound.allow", "127.0.0.1:" + port);
    // Only its owner can read a temporary file, as the server demands.
    Path key = Files.createTempFile(work, "secrets", ".key");
    Files.writeString(key, Base64.getEncoder().encodeToString(new byte[32]));
    settings.setProperty("awaken.secrets.key-file", key.toString());
    server = InteropServer.start(work, settings);
  }

  private static Map<String, ?> exposed(String model) {
    return Map.of("model_id", model, "expose", "a2a");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
  @Rows({177, 241, 242})
  void aClientOfTheJavaScriptSdkWorks(String binding) throws Exception {
    assertThat(NodePrograms.of("a2a").run("run.mjs", binding, server.base(), port))
        .contains(" 0 failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
  @Rows({177, 241, 242})
  void aClientOfThePythonSdkWorks(String binding) throws Exception {
    PythonPrograms python = PythonPrograms.of(HOME, "sdk");
    assertThat(run(python.python().toString(), "sdk.py", binding, server.base(), port))
        .contains(" 0 failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
  @Nightly("installs further packages; the flows of the Python SDK protect the same")
  @Rows({241, 242})
  void theServerKeepsAContractOfA2aProof(String binding) throws Exception {
    Path proof = PythonPrograms.of(HOME, "proof").python().resolveSibling("a2a-proof");
    for (String contract : List.of("proof.yaml", "proof-careful.yaml")) {
      assertThat(run(proof.toString(), "run", contract, "--transport", binding, "--verbose"))
          .contains("PASS");
    }
  }

  /** Runs a program, which must exit with 0. */
  private static String run(String... command) throws Exception {
    var builder = new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true);
    builder.environment().putAll(Map.of("A2A_BASE", server.base(), "PUSH_PORT", port));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), output).isZero();
    return output;
  }
}
