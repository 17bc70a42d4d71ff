package io.awaken.builtin.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Handoffs in whole runs of an embedded runtime ("Use Agent Handoff", "Multi-Agent Patterns"). */
@Rows({200, 201, 202, 203})
class HandedOverRunTest {

  private static final AgentSpec DESK =
      AgentSpec.builder("desk", "m")
          .systemPrompt("I am the desk.")
          .plugins(HandoffPlugin.NAME)
          .section("handoff", HandoffPluginTest.section())
          .build();

  private final CollectingSink sink = new CollectingSink();

  @Test
  void theModelHandsOverToAVariantWithinTheRun() {
    var model = handingOverTo("writer");
    try (var runtime = runtime(model)) {
      var run = runtime.run(RunRequest.of("desk", "a poem, please"), sink);

      assertThat(run.response()).isEqualTo("done");
      assertThat(run.steps()).isEqualTo(2);
      assertThat(model.requests())
          .extracting(LlmRequest::system)
          .containsExactly("I am the desk.", "Write.");
      LlmRequest second = model.requests().getLast();
      assertThat(second.messages())
          .extracting(Message::text)
          .startsWith("a poem, please")
          .hasSize(3);
      assertThat(second.tools()).extracting(ToolDescriptor::id).doesNotContain("search");

      runtime.run(RunRequest.of("desk", "another one").in(run.threadId()), sink);
      assertThat(model.requests().getLast().system())
          .as("the thread stays with the variant")
          .isEqualTo("Write.");
    }
  }

  @Test
  void theModelHandsOverToAnotherAgentWithItsOwnPromptAndTools() {
    var model = handingOverTo("billing");
    try (var runtime = runtime(model)) {
      var run = runtime.run(RunRequest.of("desk", "my bill is wrong"), sink);

      assertThat(run.response()).isEqualTo("done");
      LlmRequest second = model.requests().getLast();
      assertThat(second.system()).isEqualTo("I am billing.");
      assertThat(second.tools()).extracting(ToolDescriptor::id).containsExactly("search");
      assertThat(second.messages().getFirst().text()).isEqualTo("my bill is wrong");
    }
  }

  @Test
  @Attacks("S35")
  void agentsThatHandOverToEachOtherWithoutEndShareTheRoundsOfOneRun() {
    var script = Script.builder();
    for (int round = 0; round < 10; round++) {
      script.calls("agent_handoff", Map.of("agent", round % 2 == 0 ? "writer" : "researcher"));
    }
    var model = new RecordingModel(script);
    try (var runtime = runtime(model, DESK.toBuilder().maxRounds(4).build())) {
      var run = runtime.run(RunRequest.of("desk", "go"), sink);

      assertThat(run.steps()).isEqualTo(4);
      assertThat(model.requests()).hasSize(4);
      assertThat(run.termination().toString()).contains("max_rounds");
    }
  }

  @Test
  void aHandoffToAnUnknownAgentIsAnErrorForTheModel() {
    var model = handingOverTo("nobody");
    try (var runtime = runtime(model)) {
      runtime.run(RunRequest.of("desk", "go"), sink);

      LlmRequest second = model.requests().getLast();
      assertThat(second.system()).isEqualTo("I am the desk.");
      assertThat(second.messages().getLast().text()).contains("\"error\"");
    }
  }

  private static RecordingModel handingOverTo(String target) {
    return new RecordingModel(
        Script.builder().calls("agent_handoff", Map.of("agent", target)).says("done"));
  }

  private static AgentRuntime runtime(RecordingModel model) {
    return runtime(model, DESK);
  }

  private static AgentRuntime runtime(RecordingModel model, AgentSpec desk) {
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(desk)
        .withAgentSpec(
            AgentSpec.builder("billing", "m")
                .systemPrompt("I am billing.")
                .allowedTools("search")
                .build())
        .withModel(new ModelSpec("m", "p", "up"))
        .withProvider("p", model)
        .withTool("search", FunctionTool.answering("search", "found"))
        .build();
  }
}
