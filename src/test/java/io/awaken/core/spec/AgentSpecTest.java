package io.awaken.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentSpecTest {

  @Test
  @Rows({9, 10, 11, 12, 13, 14, 16, 17, 18, 19})
  void unsetValuesHaveDefaults() {
    var spec = AgentSpec.of("a", "m");

    assertThat(spec.maxRounds()).isEqualTo(16);
    assertThat(spec.maxContinuationRetries()).isEqualTo(2);
    assertThat(spec.responseFormat()).isNull();
    assertThat(spec.responseRetries()).isEqualTo(1);
    assertThat(spec.toolExecutionMode()).isEqualTo(ToolExecutionMode.SEQUENTIAL);
    assertThat(spec.contextWindow()).contains(new ContextWindowPolicy(200_000, 16_384, 10));
    assertThat(spec.allowedTools()).isNull();
    assertThat(spec.allowedToolPatterns()).isNull();
    assertThat(spec.stopConditions()).isEmpty();
    assertThat(spec.pluginIds()).isEmpty();
    assertThat(spec.activeHookFilter()).isEmpty();
    assertThat(spec.delegates()).isEmpty();
    assertThat(spec.sections()).isEmpty();
    assertThat(spec.endpoint()).isNull();
    assertThat(spec.registry()).isNull();
  }

  @Test
  @Rows(9)
  void aCopyThroughItsBuilderIsEqualInEveryField() {
    var json = JsonNodeFactory.instance;
    var spec =
        AgentSpec.builder("a", "m")
            .description("d")
            .systemPrompt("s")
            .maxRounds(3)
            .maxContinuationRetries(1)
            .responseFormat(ResponseFormat.JSON_OBJECT)
            .responseRetries(3)
            .toolExecutionMode(ToolExecutionMode.PARALLEL_STREAMING)
            .contextPolicy(new ContextWindowPolicy(null, null, null))
            .stopConditions(List.of(json.objectNode().put("type", "timeout")))
            .plugins("p")
            .activeHookFilter("p")
            .allowedTools("t")
            .allowedToolPatterns("t_*")
            .excludedTools("x")
            .excludedToolPatterns("x_*")
            .mcpServers("files")
            .delegates("b")
            .endpoint(new RemoteEndpoint("a2a", "https://x.test", null, null, null, null))
            .section("retry", json.objectNode())
            .registry("r")
            .clientInstructions(true)
            .sharedState(true)
            .share(new AgentSpec.Shared("ben", null, List.of("read")))
            .build();

    assertThat(spec.toBuilder().build()).isEqualTo(spec);
    assertThat(spec).hasNoNullFieldsOrProperties();
  }

  @ParameterizedTest(name = "{0}")
  @Rows(15)
  @CsvSource(
      textBlock =
          """
          read_file,   true
          read_secret, false
          write_file,  true
          write_log,   false
          """)
  void exclusionOverridesPermission(String tool, boolean may) {
    var spec =
        AgentSpec.builder("a", "m")
            .allowedTools("write_file", "write_log")
            .allowedToolPatterns("read_*")
            .excludedTools("write_log")
            .excludedToolPatterns("*secret*")
            .build();

    assertThat(spec.mayUse(tool)).isEqualTo(may);
  }

  @ParameterizedTest(name = "{0}")
  @Rows(1071)
  @CsvSource(
      textBlock =
          """
          mcp__files__read,    true,  true
          mcp__files__delete,  false, false
          mcp__mail__send,     true,  true
          mcp__mail__list,     false, false
          mcp__git__log,       true,  true
          mcp__other__any,     false, false
          calculate,           false, true
          """)
  void aToolOfAServerRequiresItsServerOrItsOwnName(String tool, boolean listed, boolean open) {
    var servers = AgentSpec.builder("a", "m").mcpServers("files");

    AgentSpec allowing =
        servers
            .allowedTools("mcp__mail__send")
            .allowedToolPatterns("mcp__git__*", "*_none")
            .excludedTools("mcp__files__delete")
            .build();
    assertThat(allowing.mayUse(tool)).isEqualTo(listed);

    AgentSpec everything = allowing.toBuilder().allowedToolPatterns("*", "mcp__git__*").build();
    assertThat(everything.mayUse(tool)).as("with a pattern for all").isEqualTo(open);
  }

  @Test
  @Rows(1071)
  void withoutListsAnAgentHasNoServerTools() {
    assertThat(AgentSpec.of("a", "m").mayUse("mcp__files__read")).isFalse();
  }

  @Test
  @Rows(15)
  void withoutAnyAllowListEveryToolIsAllowedAndAnEmptyOneAllowsNone() {
    assertThat(AgentSpec.of("a", "m").mayUse("any")).isTrue();
    assertThat(AgentSpec.builder("a", "m").allowedTools().build().mayUse("any")).isFalse();
    assertThat(AgentSpec.builder("a", "m").allowedToolPatterns("b*").build().mayUse("any"))
        .isFalse();
  }

  @Test
  @Rows({17, 23})
  void aRemoteEndpointDoesNotShowItsCredentials() {
    var endpoint =
        new RemoteEndpoint(
            "a2a",
            "https://user:s3cret@x.test",
            Map.of("type", Secret.of("bearer"), "token", Secret.of("s3cret")),
            "writer",
            null,
            null);

    assertThat(endpoint.timeoutMs()).isEqualTo(300_000);
    assertThat(AgentSpec.builder("a", null).endpoint(endpoint).build().toString())
        .contains("a2a")
        .doesNotContain("s3cret");
  }
}
