package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
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
 * The chat page in Debian's Chromium, driven by Playwright, with the server behind it: {@code
 * src-it/interop/page} has the tests, and the scripts of the agents that they talk to. With {@code
 * -Dawaken.docs.update=true} the pictures of the documents are taken anew.
 */
@BesideOthers
class PageInterop {

  private static final Path HOME =
      Path.of(System.getProperty("awaken.interop.page", "src-it/interop/page")).toAbsolutePath();
  private static final Path PICTURES = Path.of("docs/images").toAbsolutePath();

  /** Each test in the browser is a caller of another tenant, so that none sees what others said. */
  private static final int CALLERS = 200;

  private static final Tokens TOKENS = new Tokens();

  @TempDir private static Path work;
  private static InteropServer server;
  private static String seenInBrowser;

  @BeforeAll
  static void start() throws Exception {
    Path config = work.resolve("config");
    int modelPort = InteropServer.freePort();
    PageAgents.write(config, modelPort);
    String otherOrigin = "http://localhost:" + InteropServer.freePort();
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.http.cors.origins", otherOrigin);
    settings.putAll(TOKENS.settings(work));
    server =
        InteropServer.start(
            work, settings, ToolArchive.in(work, PageTools.class, MaliciousTools.class));
    seenInBrowser = browser(otherOrigin, modelPort);
  }

  /** Runs all tests that need a browser, several at a time. */
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
    return said(program.start());
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Test
  @Rows(901)
  void itsModulesDoWhatTheyShouldWithoutABrowser() throws Exception {
    Process process = node("unit/").start();
    String said = said(process);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).as("tests have run").containsPattern("pass [1-9]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streaming", "approval", "reload", "tabs", "keyboard", "layout"})
  @Rows(901)
  void itWorksInABrowser(String part) {
    assertPassed(part);
  }

  /** Kept in memory only: not in storage, cookies, the address, or over a reload. */
  @Test
  @Rows(901)
  @Attacks("S01")
  void itAsksForATokenWhereTheServerWantsOne() {
    assertPassed("token");
  }

  @Test
  @Rows(901)
  @Attacks({"S41", "S43"})
  void nothingThatModelsToolsAndUsersSayActsOnIt() {
    assertPassed("injection");
  }

  /** The App of {@code docs/ai-sdk.md}, with both versions of the client, from another origin. */
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

  private static String said(Process process) throws Exception {
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** That a file has tests, and that all of them passed. */
  private static void assertPassed(String file) {
    assertThat(seenInBrowser)
        .containsPattern("(?m)^ {8}1\\.\\.[1-9]\\d*\\R {4}ok \\d+ - " + file + "$");
  }
}
