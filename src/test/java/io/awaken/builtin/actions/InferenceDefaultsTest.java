package io.awaken.builtin.actions;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.actions.LoopActionsPlugin.InferenceDefaults;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(100)
class InferenceDefaultsTest {

  private static final String ALL =
      "{\"temperature\": 0.2, \"top_p\": 0.8, \"max_tokens\": 50, \"reasoning_effort\": \"low\"}";

  private final PluginBench bench = PluginBench.of();

  @Test
  void theSectionSetsUnsetSettings() throws Exception {
    bench.section("inference", json(ALL));

    assertThat(bench.transformed(request(user("Hi"))).parameters())
        .isEqualTo(
            new InferenceParameters(0.2, 0.8, 50, ReasoningEffort.of(ReasoningEffort.Level.LOW)));
  }

  @Test
  void settingsOfTheStepTakePrecedence() throws Exception {
    bench.section("inference", json(ALL));
    var asked =
        new LlmRequest(
            "m",
            null,
            List.of(),
            List.of(),
            new InferenceParameters(1.0, null, null, ReasoningEffort.budget(9)));

    assertThat(bench.transformed(asked).parameters())
        .isEqualTo(new InferenceParameters(1.0, 0.8, 50, ReasoningEffort.budget(9)));
  }

  @Test
  void withoutTheSectionARequestIsUnchanged() {
    LlmRequest asked = request(user("Hi"));

    assertThat(bench.transformed(asked)).isSameAs(asked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                      | true
          {"temperature": 2, "top_p": 1}          | true
          {"reasoning_effort": "max"}             | true
          {"reasoning_effort": {"budget": 2048}}  | true
          {"reasoning_effort": "budget"}          | false
          {"reasoning_effort": {"budget": 0}}     | false
          {"temperature": 2.5}                    | false
          {"top_p": -1}                           | false
          {"max_tokens": 0}                       | false
          {"max_tokens": 1.5}                     | false
          {"heat": 1}                             | false
          """)
  void theSchemaRestrictsTheSection(String section, boolean fits) throws Exception {
    var schema = new ArgumentSchema(InferenceDefaults.SECTION.schema());

    assertThat(accepts(schema, json(section))).isEqualTo(fits);
  }

  private static boolean accepts(ArgumentSchema schema, JsonNode section) {
    try {
      schema.check(section);
      return true;
    } catch (ToolException e) {
      return false;
    }
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
