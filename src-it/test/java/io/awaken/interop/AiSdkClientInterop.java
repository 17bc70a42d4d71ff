package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.protocol.aisdk.stream.RandomStreams;
import java.nio.file.Path;
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
 * The chat clients of the AI SDK, versions 6 and 7, as a page has them: {@code flows.mjs} says what
 * they do. Their own check of a stream reads random runs, too; {@code -Dawaken.interop.runs=10000}
 * tries more of them.
 */
@BesideOthers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AiSdkClientInterop {

  private static final int RANDOM_RUNS = Integer.getInteger("awaken.interop.runs", 500);

  private static final NodePrograms NODE =
      new NodePrograms(
          Path.of(System.getProperty("awaken.interop.ai-sdk", "src-it/interop/ai-sdk"))
              .toAbsolutePath(),
          "node");

  @TempDir private static Path work;
  private static InteropServer server;

  @BeforeAll
  static void start() throws Exception {
    ChatAgents.write(work.resolve("config"));
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", work.resolve("config").toString());
    server = InteropServer.start(work, settings);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static NodePrograms node(String version) {
    return version.equals("6") ? NODE : NODE.newer();
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "7"})
  @Order(1)
  @Rows({177, 237, 238})
  void aPageOfThisVersionWorks(String version) throws Exception {
    assertThat(node(version).run("run.mjs", version, server.base())).contains(" 0 failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "7"})
  @Order(2)
  @Rows(238)
  void whateverARunDoesItsStreamIsOneThatThisVersionTakes(String version) throws Exception {
    Path streams = work.resolve("streams.txt");
    RandomStreams.write(streams, RANDOM_RUNS);
    assertThat(node(version).run("validate.mjs", version, streams.toString()))
        .contains(" as the client of version " + version + " wants them");
  }

  @Test
  @Order(3)
  @Rows({175, 237})
  @Failures("F38")
  void anAnswerIsReadOnAfterItsServerWasKilled() throws Exception {
    String said =
        NODE.run(server::killAndStartAgain, "streaming", "restart.mjs", "6", server.base());
    assertThat(said).contains("the answer is whole");
  }
}
