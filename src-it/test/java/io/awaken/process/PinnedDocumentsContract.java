package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs that are suspended while their server is restarted with other documents and other code: they
 * continue with the documents they started with, or end if their code is gone (quality F13).
 */
@Rows(31)
@Failures("F13")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PinnedDocumentsContract {

  private static final Map<String, ?> ASK = Map.of("default_behavior", "ask");

  private ServerProcess server;
  private Api api;
  private AskedRun changed;
  private AskedRun gone;
  private AskedRun codeless;
  private String began;

  abstract Map<String, String> database();

  @BeforeAll
  void startAServerAgainWithOtherDocumentsAndLessCode() throws Exception {
    Workplace at = Workplace.of(getClass());
    agent(at.documents(), "changed", "the old answer", "get_weather");
    agent(at.documents(), "gone", "of an agent that was", "get_weather");
    agent(at.documents(), "codeless", "never said", "get_weather", "rent");
    at.deployWith(AgencyCall.class, Rentals.class);
    start(at);
    codeless = AskedRun.begin(api, "codeless");
    changed = AskedRun.begin(api, "changed");
    gone = AskedRun.begin(api, "gone");
    began = resolution(changed);
    stop();
    agent(at.documents(), "changed", "the new answer", "get_weather");
    for (String kind : List.of("agents", "models", "providers")) {
      Files.delete(at.documents().folder().resolve(kind).resolve("gone.json"));
    }
    at.deployWith();
    start(at);
  }

  /** Writes an agent whose tool calls all need approval. */
  private static void agent(Documents documents, String name, String answer, String... tools)
      throws IOException {
    var calls = Turns.calls("get_weather", Map.of("city", "Bern"));
    documents.guarded(name, List.of(tools), ASK, calls, Turns.says(answer));
  }

  private void start(Workplace at) throws Exception {
    server = Servers.start(at, database());
    api = new Api(server.port());
  }

  @AfterAll
  void stop() {
    if (server != null) {
      api.close();
      server.close();
      server = null;
    }
  }

  private String resolution(AskedRun run) throws Exception {
    return run.document(api).path("resolution_id").asText();
  }

  private String answer(AskedRun run) throws Exception {
    assertThat(run.decide(api, run.decision("resume")).statusCode()).isEqualTo(202);
    run.awaitStatus(api, "done");
    return run.document(api).path("final_output").asText();
  }

  @Test
  void aRunContinuesWithItsOriginalDocumentsAndANewRunUsesTheNewOnes() throws Exception {
    assertThat(answer(changed)).isEqualTo("the old answer");
    assertThat(resolution(changed)).isEqualTo(began).hasSize(64);

    AskedRun fresh = AskedRun.begin(api, "changed");
    assertThat(answer(fresh)).isEqualTo("the new answer");
    assertThat(resolution(fresh)).isNotEqualTo(began).hasSize(64);
  }

  @Test
  void aRunWhoseDocumentsWereDeletedContinues() throws Exception {
    assertThat(api.statusOfRun("gone")).isEqualTo(400);

    assertThat(answer(gone)).isEqualTo("of an agent that was");
  }

  @Test
  void aRunWhoseCodeIsMissingEndsAndReportsWhatIsMissing() throws Exception {
    assertThat(codeless.decide(api, codeless.decision("resume")).statusCode()).isEqualTo(202);
    codeless.awaitStatus(api, "done");

    JsonNode ended = codeless.document(api);
    assertThat(ended.at("/termination_reason/type").asText()).isEqualTo("error");
    assertThat(ended.at("/termination_reason/value").asText())
        .startsWith("pinned_version_unavailable: ")
        .endsWith("tool rent");
  }
}
