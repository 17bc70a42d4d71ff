package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rate limit of the book: a section with a schema, and a gate. */
@Rows({18, 73, 75})
class RateLimitTest {

  private final FunctionTool search = FunctionTool.answering("search", "found");

  private static ScriptBuilder threeCalls() {
    return Script.builder()
        .calls("search", Map.of("value", "a"))
        .andCalls("search", Map.of("value", "b"))
        .andCalls("search", Map.of("value", "c"))
        .says("done");
  }

  private SampleNode node(Map<String, JsonNode> sections) {
    return new SampleNode(threeCalls(), sections, new RateLimit(), search);
  }

  @Test
  void callsBeyondTheLimitGetAnErrorAndTheRunGoesOn() {
    var sample = node(Map.of("rate_limit", Moments.json("{\"max_calls_per_step\": 2}")));

    var run = sample.node.run("t", "go");

    assertThat(search.calls()).hasSize(2);
    assertThat(sample.texts())
        .filteredOn(text -> text.contains("rate_limited"))
        .singleElement()
        .asString()
        .contains("only 2 calls at a time");
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  @Rows(20)
  void anAgentWithoutTheSectionHasNoLimit() {
    node(Map.of()).node.run("t", "go");

    assertThat(search.calls()).hasSize(3);
  }
}
