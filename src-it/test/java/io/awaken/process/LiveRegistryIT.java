package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.run.Caller;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenAppender;
import io.awaken.http.security.token.TokenLines;
import io.awaken.samples.OpenShops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Changes documents and tools of a running server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts a server; LiveDocumentsTest and RunsDuringChangesTest publish changed files")
@BesideOthers
class LiveRegistryIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PROMISED = Duration.ofSeconds(2);
  private static final String OLGA = AccessToken.PREFIX + "olga";

  private Workplace at;
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    at = Workplace.of(getClass());
    at.deployWith(OpenShops.class, Class.forName(OpenShops.class.getName() + "$AskShop"));
    var shop = Map.of("shop", "north");
    at.documents()
        .agent("keeper", 0, Turns.calls("open_shop", shop), Turns.says("Open."))
        .agent("closer", 0, Turns.calls("close_shop", shop), Turns.says("Closed."))
        .agent("clerk", 0, Turns.calls("ask_north", Map.of()), Turns.says("Asked."));
    Path tokens = at.folder().resolve("tokens");
    TokenAppender.append(
        tokens,
        TokenLines.line(
            new Caller("default", "olga", Set.of("operator")),
            Instant.now().plus(1, ChronoUnit.DAYS),
            OLGA));
    server =
        Servers.start(
            at,
            Map.of(
                "awaken.config.reload", "on",
                "awaken.security.admin-role", "operator",
                "awaken.security.tokens.file", tokens.toString()));
    api = new Api(server.port(), OLGA);
  }

  @AfterAll
  void stop() {
    if (api != null) {
      api.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private JsonNode registry() throws Exception {
    return JSON.readTree(api.get("v1/system/info")).get("registry");
  }

  private String runOf(String agent) throws Exception {
    try (EventStream run = api.run(agent)) {
      return Frame.calls(run.readToEnd()).getFirst().json().path("result").toString();
    }
  }

  private void awaitPromised(String what, Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    Conditions.await(what, condition);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as(what).isLessThan(PROMISED);
  }

  @Test
  @Rows({231, 236})
  void aChangedFileIsPublishedAndABrokenOneIsReported() throws Exception {
    long version = registry().get("version").asLong();
    assertThat(registry().get("reload").asBoolean()).isTrue();
    assertThat(registry().get("problems")).isEmpty();

    at.documents().agent("late", 0, Turns.says("Here I am."));
    awaitPromised("the new agent", () -> api.get("v1/agents").contains("\"late\""));
    assertThat(api.statusOfRun("late")).isEqualTo(200);
    assertThat(registry().get("version").asLong()).isGreaterThan(version);

    Path file = at.documents().folder().resolve("agents/late.json");
    String good = Files.readString(file);
    Files.writeString(file, "{\n  \"model_id\": \"late\",\n  \"max_rounds\": 0\n}");
    awaitPromised("the report", () -> !registry().get("problems").isEmpty());
    assertThat(registry().get("problems").get(0))
        .hasToString(
            "{\"file\":\"agents/late.json\",\"line\":3,\"column\":3,\"field\":\"max_rounds\","
                + "\"message\":\"must be 1 to 1000\"}");
    assertThat(api.statusOfRun("late")).isEqualTo(200);
    assertThat(api.get("health")).contains("\"status\":\"healthy\"");
    assertThat(api.get("metrics")).contains("awaken_registry_reloads_total{result=\"refused\"}");

    Files.writeString(file, good);
    awaitPromised("the end of the report", () -> registry().get("problems").isEmpty());
  }

  @Test
  @Rows(235)
  void aToolSourceAmongTheBeansAddsAndRemovesTools() throws Exception {
    assertThat(runOf("clerk")).contains("not_found");

    assertThat(runOf("keeper")).contains("north is open");
    assertThat(runOf("clerk")).contains("north has lamps");

    assertThat(runOf("closer")).contains("north is closed");
    assertThat(runOf("clerk")).contains("not_found");
  }
}
