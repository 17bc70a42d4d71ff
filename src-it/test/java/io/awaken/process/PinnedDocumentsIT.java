package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Runs that wait while their server is stopped and started again with other documents: they go on
 * with those that they began with (quality F13).
 */
@Rows(31)
@Failures("F13")
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PinnedDocumentsIT {

  private static final Map<String, ?> ASK = Map.of("default_behavior", "ask");

  private ServerProcess server;
  private Api api;
  private AskedRun changed;
  private AskedRun gone;
  private String began;

  @BeforeAll
  void startAServerAgainWithOtherDocuments() throws Exception {
    Workplace at = Workplace.of(getClass());
    agent(at.documents(), "changed", "the old answer");
    agent(at.documents(), "gone", "of an agent that was");
    start(at);
    changed = AskedRun.begin(api, "changed");
    gone = AskedRun.begin(api, "gone");
    began = resolution(changed);
    stop();
    agent(at.documents(), "changed", "the new answer");
    for (String kind : List.of("agents", "models", "providers")) {
      Files.delete(at.documents().folder().resolve(kind).resolve("gone.json"));
    }
    start(at);
  }

  private static void agent(Documents documents, String name, String answer) throws IOException {
    var calls = Turns.calls("get_weather", Map.of("city", "Bern"));
    documents.guarded(name, ASK, calls, Turns.says(answer));
  }

  private void start(Workplace at) throws Exception {
    server = Servers.start(at, Map.of());
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
  void aRunGoesOnWithTheDocumentsThatItBeganWithAndANewOneHasTheNewOnes() throws Exception {
    assertThat(answer(changed)).isEqualTo("the old answer");
    assertThat(resolution(changed)).isEqualTo(began).hasSize(64);

    AskedRun fresh = AskedRun.begin(api, "changed");
    assertThat(answer(fresh)).isEqualTo("the new answer");
    assertThat(resolution(fresh)).isNotEqualTo(began).hasSize(64);
  }

  @Test
  void aRunWhoseDocumentsAreGoneGoesOnAllTheSame() throws Exception {
    assertThat(api.statusOfRun("gone")).isEqualTo(400);

    assertThat(answer(gone)).isEqualTo("of an agent that was");
  }
}
