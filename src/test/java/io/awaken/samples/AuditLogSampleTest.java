package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.audit.AuditLog;
import com.example.audit.AuditTrail;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.demo.CalculateTool;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample project audit-log, in one JVM. */
@Rows({69, 73, 95})
class AuditLogSampleTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @TempDir private Path folder;

  @Test
  void eachCallAndTheEndingAreALine() throws Exception {
    RunResult run =
        run(
            new ScriptedModel(
                Script.builder()
                    .calls("calculate", Map.of("expression", "6 * 7"))
                    .andCalls("calculate", Map.of("expression", "six"))
                    .says("42")
                    .build()));

    List<JsonNode> lines = lines();
    assertThat(lines)
        .extracting(line -> line.path("what").asText() + " " + line.path("outcome").asText())
        .containsExactly("calculate success", "calculate invalid_expression", "run NaturalEnd");
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.path("who").asText()).isEqualTo("ada");
              assertThat(line.path("agent").asText()).isEqualTo("a");
              assertThat(line.path("run").asText()).isEqualTo(run.runId().value());
              assertThat(line.path("at").asText()).isEqualTo(NOON.toString());
            });
  }

  @Test
  void argumentsAreToldApartButNotTold() throws Exception {
    run(
        new ScriptedModel(
            Script.builder()
                .calls("calculate", Map.of("expression", "6 * 7"))
                .andCalls("calculate", Map.of("expression", "6 * 8"))
                .andCalls("calculate", Map.of("expression", "6 * 7"))
                .says("done")
                .build()));

    List<String> digests = lines().stream().map(line -> line.path("digest").asText()).toList();
    assertThat(digests.get(0)).hasSize(64).isEqualTo(digests.get(2)).isNotEqualTo(digests.get(1));
    assertThat(Files.readString(folder.resolve("audit.jsonl"))).doesNotContain("6 * 7");
  }

  @Test
  void aRunThatFailedIsALineToo() throws Exception {
    run(new ScriptedModel(Script.builder().fails(InferenceException.Kind.INVALID_REQUEST).build()));

    assertThat(lines())
        .singleElement()
        .satisfies(line -> assertThat(line.path("outcome").asText()).isEqualTo("Error"));
  }

  @Test
  @Rows(97)
  void aLogThatCannotBeWrittenStopsNobody() {
    var script =
        Script.builder().calls("calculate", Map.of("expression", "6 * 7")).says("42").build();

    try (var log = new CapturedLog("io.awaken.core.phase.EffectDispatcher")) {
      RunResult run = run(new ScriptedModel(script), folder.resolve("missing/audit.jsonl"));

      assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(log.warnings()).singleElement().asString().contains("audit-log.record");
    }
  }

  private RunResult run(LlmExecutor model) {
    return run(model, folder.resolve("audit.jsonl"));
  }

  private RunResult run(LlmExecutor model, Path file) {
    var trail = new AuditTrail(file, InstantSource.fixed(NOON));
    try (var runs = new SampleRuns(model, new AuditLog(trail), Map.of(), new CalculateTool())) {
      return runs.run("t", "What is 6 * 7?");
    }
  }

  private List<JsonNode> lines() throws IOException {
    return Files.readAllLines(folder.resolve("audit.jsonl")).stream().map(Moments::json).toList();
  }
}
