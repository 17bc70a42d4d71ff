package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.CompactionConfig;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code compaction} of an agent. */
@Rows(154)
class CompactionSectionTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static AgentSpec agent(String section) throws IOException {
    JsonNode json = JSON.readTree(section.replace('\'', '"'));
    return AgentSpec.builder("a", "m").section("compaction", json).build();
  }

  @Test
  void absentFieldsHaveDefaults() throws IOException {
    CompactionConfig config = CompactionSection.of(AgentSpec.of("a", "m"));

    assertThat(config.summaryMaxTokens()).isEqualTo(1_024);
    assertThat(config.summaryModel()).isNull();
    assertThat(config.minSavingsRatio()).isEqualTo(0.3);
    assertThat(config.summarizerUserPrompt()).contains("{messages}");
    assertThat(CompactionSection.of(agent("{'summary_max_tokens': null, 'summary_model': null}")))
        .isEqualTo(config);
  }

  @Test
  void everyFieldIsRead() throws IOException {
    assertThat(
            CompactionSection.of(
                agent(
                    "{'summarizer_system_prompt': 's', 'summarizer_user_prompt': 'u {messages}',"
                        + " 'summary_max_tokens': 200, 'summary_model': 'small',"
                        + " 'min_savings_ratio': 0.5}")))
        .isEqualTo(new CompactionConfig("s", "u {messages}", 200, "small", 0.5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"summarizer_user_prompt": "all of it"} | summarizer_user_prompt
          {"summarizer_system_prompt": ""}        | summarizer_system_prompt
          {"summary_max_tokens": 10}              | summary_max_tokens
          {"min_savings_ratio": 1}                | min_savings_ratio
          {"min_savings_ratio": -0.1}             | min_savings_ratio
          {"threshold": 5}                        | threshold
          """)
  void anInvalidSectionIsRefusedNamingItsField(String section, String field) {
    assertThatThrownBy(() -> CompactionSection.of(agent(section)))
        .isInstanceOf(ResolveException.class)
        .hasMessageContaining("compaction")
        .hasMessageContaining(field);
  }

  @Test
  void theModelThatSummarisesMustExistAndIsPinnedWithTheAgent() throws IOException {
    AgentSpec spec = agent("{'summary_model': 'small'}");
    var registry =
        new RegistrySnapshot(
            Map.of("a", spec),
            Map.of("m", new ModelSpec("m", "p", "scripted")),
            Map.of("p", new RecordingModel(Script.builder().says("x"))),
            Map.of(),
            PluginSet.NONE,
            ModelPorts.plain());

    assertThatThrownBy(() -> AgentResolver.resolve(registry, "a"))
        .isInstanceOf(ResolveException.class)
        .hasMessageContaining("small");
    assertThat(AgentModels.ids(spec)).containsExactly("m", "small");
  }
}
