package io.awaken.interop;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
 * The clients of the AI SDK, AG-UI and CopilotKit against one server, driven by their {@code
 * flows.mjs} and CopilotKit's {@code run.mjs}. The chat page takes part when the server is killed
 * ({@link PageInterop} has its other flows). {@code docs/evidence/interop.md} lists the flows.
 */
@BesideOthers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChatClientsInterop {

  private static final String ALL = " 0 failed";
  private static final int FIRST = 1;
  private static final int LAST = 2;
  private static final int TIMEOUT_MINUTES = 10;

  /** A client that reads an answer while its server is killed. */
  private record Reader(NodePrograms programs, String program, String... arguments) {}

  @TempDir private static Path work;
  private static InteropServer server;
  private static MirrorModel mirror;

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    ChatAgents.write(config);
    mirror = new MirrorModel();
    ChatAgents.writeForPages(config, mirror);
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    // Longer than a pause of a slow machine, about as long as a restart of the server.
    settings.setProperty("awaken.mailbox.lease", "PT15S");
    settings.setProperty("awaken.mailbox.renew", "PT1S");
    settings.setProperty("awaken.mailbox.poll", "PT1S");
    settings.setProperty("awaken.mailbox.sweep", "PT1S");
    server = InteropServer.start(work, settings, ToolArchive.in(work, PageTools.class));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    if (mirror != null) {
      mirror.close();
    }
  }

  private static NodePrograms aiSdk(String version) {
    NodePrograms programs = NodePrograms.of("ai-sdk");
    return version.equals("6") ? programs : programs.newer();
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "7"})
  @Order(FIRST)
  @Rows({177, 237, 238})
  void aPageWithThisVersionOfTheAiSdkWorks(String version) throws Exception {
    assertThat(aiSdk(version).run("run.mjs", version, server.base())).contains(ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "0.0.59"})
  @Order(FIRST)
  @Rows({176, 177, 239, 240})
  void aClientOfThisVersionOfAguiWorks(String version) throws Exception {
    assertThat(NodePrograms.of("ag-ui").run("run.mjs", version, server.base())).contains(ALL);
  }

  @Test
  @Order(FIRST)
  @Nightly("installs 280 MB of packages; the AG-UI client that they contain is tested alone")
  @Rows({177, 239, 240})
  void aPageWithCopilotKitWorks() throws Exception {
    assertThat(NodePrograms.of("copilotkit").run("run.mjs", server.base())).contains(ALL);
  }

  @Test
  @Order(LAST)
  @Rows({175, 237, 239, 901})
  @Failures("F38")
  @Nightly("restarts a server while five clients and a browser wait")
  void answersAreResumedAfterTheirServerWasKilled() throws Exception {
    NodePrograms agui = NodePrograms.of("ag-ui");
    NodePrograms page = NodePrograms.of("page").with("PAGE_SERVER", server.base());
    List<Reader> readers =
        List.of(
            new Reader(aiSdk("6"), "restart.mjs", "6", server.base()),
            new Reader(aiSdk("7"), "restart.mjs", "7", server.base()),
            new Reader(agui, "restart.mjs", "1.0", server.base()),
            new Reader(agui, "restart.mjs", "0.0.59", server.base()),
            new Reader(page, "browser/restart.js"));
    // All send their messages at once, and the server is killed when all have read some words.
    var loaded = new CyclicBarrier(readers.size());
    var streaming = new CyclicBarrier(readers.size(), ChatClientsInterop::restart);
    Map<String, NodePrograms.Reaction> reactions =
        Map.of(
            "loaded",
            input -> {
              loaded.await(TIMEOUT_MINUTES, MINUTES);
              input.append('\n').flush();
            },
            "streaming",
            input -> streaming.await(TIMEOUT_MINUTES, MINUTES));

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> outputs =
          readers.stream()
              .map(
                  each ->
                      threads.submit(
                          () -> each.programs().run(reactions, each.program(), each.arguments())))
              .toList();
      for (Future<String> each : outputs) {
        assertThat(each.get()).contains("the answer is whole");
      }
    }
  }

  private static void restart() {
    try {
      server.killAndStartAgain();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
