package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.ratelimit.RateLimit;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sample project rate-limit, in one JVM. */
@Rows({18, 20, 42, 70, 73, 75, 84, 89})
class RateLimitSampleTest {

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final FunctionTool search = FunctionTool.answering("search", "found");
  private final RecordingModel model =
      new RecordingModel(
          Script.builder()
              .calls("search", Map.of("value", "a"))
              .andCalls("search", Map.of("value", "b"))
              .andCalls("search", Map.of("value", "c"))
              .says("done"));

  private SampleRuns runs = limited(Map.of("rate_limit", twoInAMinute()));

  @AfterEach
  void close() {
    runs.close();
  }

  @Test
  void callsBeyondTheLimitAreRefusedAndTheRunGoesOn() {
    String response = runs.run("t", "go").response();

    assertThat(search.calls()).hasSize(2);
    assertThat(runs.texts("t"))
        .filteredOn(text -> text.contains("rate_limited"))
        .singleElement()
        .asString()
        .contains("Only 2 tool calls in 60 s");
    assertThat(response).isEqualTo("done");
  }

  @Test
  void theModelIsOfferedNoToolsUntilTheWindowIsOver() {
    runs.run("t", "go");

    assertThat(model.requests().get(0).tools()).hasSize(1);
    assertThat(model.requests().get(1).tools()).isEmpty();
    assertThat(model.requests().get(1).system()).contains("Answer with what you know");
  }

  @Test
  void theNextRunOfTheThreadIsLimitedTooUntilTimeHasPassed() {
    runs.run("t", "go");
    runs.run("t", "again");
    assertThat(search.calls()).hasSize(2);

    now.addAndGet(60_000);
    runs.run("t", "once more");
    assertThat(search.calls()).hasSize(4);
  }

  @Test
  void anotherThreadCountsForItself() {
    runs.run("t", "go");
    runs.run("another", "go");

    assertThat(search.calls()).hasSize(4);
  }

  @Test
  void anAgentWithoutTheSectionHasNoLimit() {
    runs.close();
    runs = limited(Map.of());
    runs.run("t", "go");

    assertThat(search.calls()).hasSize(3);
  }

  private SampleRuns limited(Map<String, JsonNode> sections) {
    var plugin = new RateLimit(() -> Instant.ofEpochMilli(now.get()));
    return new SampleRuns(model, plugin, sections, search);
  }

  private static JsonNode twoInAMinute() {
    return Moments.json("{\"calls\": 2, \"seconds\": 60}");
  }
}
