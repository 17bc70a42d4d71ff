package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.FreePorts;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import io.awaken.process.Tokens;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The chat page in Debian's Chromium, driven by Playwright, with the server behind it. {@code
 * src-it/interop/page} has the tests and the scripts of their agents. With {@code
 * -Dawaken.docs.update=true} the tests also take the screenshots of the documentation.
 */
@MostlyWaiting
class PageInterop {

  private static final Path HOME = NodePrograms.of("page").home();
  private static final Path PICTURES = Path.of("docs/images").toAbsolutePath();

  /** Each browser test uses its own tenant, so that tests do not see each other's threads. */
  private static final int CALLERS = 200;

  private static final Tokens TOKENS = new Tokens();

  @TempDir private static Path work;
  private static InteropServer server;
  private static String seenInBrowser;

  @BeforeAll
  static void start() throws Exception {
    // One of the pages is that of the guide to the AI SDK, which is bundled there.
    NodePrograms.of("ai-sdk");
    Path config = work.resolve("config");
    int modelPort = FreePorts.next();
    PageAgents.write(config, HOME.resolve("agents.json"), modelPort);
    String otherOrigin = "http://localhost:" + FreePorts.next();
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.http.cors.origins", otherOrigin);
    settings.putAll(TOKENS.settings(work));
    server =
        InteropServer.start(
            work, settings, ToolArchive.in(work, PageTools.class, MaliciousTools.class));
    seenInBrowser = browser(otherOrigin, modelPort);
  }

  /** Runs all browser tests, several concurrently. */
  private static String browser(String otherOrigin, int modelPort) throws Exception {
    var tokens = new ArrayList<String>();
    for (int caller = 0; caller < CALLERS; caller++) {
      tokens.add(TOKENS.good("tenant-" + caller, "caller-" + caller));
    }
    ProcessBuilder program = node("browser/all.js");
    Map<String, String> environment = program.environment();
    environment.put("PAGE_SERVER", server.base());
    environment.put("PAGE_TOKENS", Files.write(work.resolve("tokens.txt"), tokens).toString());
    environment.put("PAGE_OTHER_ORIGIN", otherOrigin);
    environment.put("PAGE_MODEL_PORT", String.valueOf(modelPort));
    if (Boolean.getBoolean("awaken.docs.update")) {
      environment.put("PAGE_PICTURES", PICTURES.toString());
    }
    return output(program.start());
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Test
  @Rows(901)
  void itsModulesPassTheirTestsWithoutABrowser() throws Exception {
    Process process = node("unit/").start();
    String output = output(process);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).as("tests have run").containsPattern("pass [1-9]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streaming", "approval", "reload", "tabs", "keyboard", "layout"})
  @Rows(901)
  void itWorksInABrowser(String part) {
    assertPassed(part);
  }

  @Test
  @Rows({901, 1340, 1341})
  void aCalledAgentIsShownAndAnsweredInItsCall() {
    assertPassed("delegates");
  }

  /**
   * The page keeps the token only in memory: not in storage, cookies or the address, nor over a
   * reload.
   */
  @Test
  @Rows(901)
  @Attacks("S01")
  void itAsksForATokenIfTheServerRequiresOne() {
    assertPassed("token");
  }

  @Test
  @Rows(901)
  @Attacks({"S41", "S43"})
  void textsOfModelsToolsAndUsersAreNeverExecuted() {
    assertPassed("injection");
  }

  /** The app of {@code docs/ai-sdk.md}, with both versions of the client, from another origin. */
  @Test
  @Rows({176, 177, 237, 238})
  void thePageOfTheGuideToTheAiSdkWorks() {
    assertPassed("use-chat");
  }

  private static ProcessBuilder node(String tests) {
    return new ProcessBuilder(List.of("node", "--test", "--test-reporter=tap", tests))
        .directory(HOME.toFile())
        .redirectErrorStream(true);
  }

  private static String output(Process process) throws Exception {
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Asserts that a file has tests and that all passed. */
  private static void assertPassed(String file) {
    assertThat(seenInBrowser)
        .containsPattern("(?m)^ {8}1\\.\\.[1-9]\\d*\\R {4}ok \\d+ - " + file + "$");
  }
}
