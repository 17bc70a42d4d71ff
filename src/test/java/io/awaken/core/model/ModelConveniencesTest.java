package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelConveniencesTest {

  @Test
  void replacingTheInstructionKeepsTheRestOfTheRequest() {
    var parameters = new InferenceParameters(0.5, null, null, null);
    var messages = List.of(Message.user("id", "Hi"));
    var request = new LlmRequest("m", "Be brief.", messages, List.of(), parameters);

    assertThat(request.withSystem("Be kind."))
        .isEqualTo(new LlmRequest("m", "Be kind.", messages, List.of(), parameters));
    assertThat(request.withSystem(null).system()).isNull();
    assertThat(request.withSystem("Be kind.").messages()).isSameAs(messages);
    assertThat(request.system()).isEqualTo("Be brief.");
  }

  @Test
  void theTextOfAnAnswerExcludesReasoning() {
    assertThat(
            result(
                    new ContentBlock.Thinking("Hm."),
                    new ContentBlock.Text("It is "),
                    new ContentBlock.Text("sunny."))
                .text())
        .isEqualTo("It is sunny.");
    assertThat(result(new ContentBlock.Thinking("Hm.")).text()).isEmpty();
    assertThat(result().text()).isEmpty();
  }

  @Test
  void anOverrideReplacesOnlyWhatWasSet() {
    assertThat(InferenceOverride.builder().build()).isEqualTo(InferenceOverride.NONE);
    assertThat(InferenceOverride.builder().temperature(0).build())
        .isEqualTo(new InferenceOverride(null, 0.0, null, null, null));
    assertThat(
            InferenceOverride.builder()
                .upstreamModel("big")
                .temperature(0.5)
                .maxTokens(7)
                .topP(0.9)
                .reasoningEffort(ReasoningEffort.budget(2048))
                .build())
        .isEqualTo(new InferenceOverride("big", 0.5, 7, 0.9, ReasoningEffort.budget(2048)));
  }

  @Test
  void anOverrideOutOfItsRangeIsRefusedWhenItIsBuilt() {
    assertThatThrownBy(() -> InferenceOverride.builder().temperature(2.5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("temperature");
  }

  private static StreamResult result(ContentBlock... content) {
    return new StreamResult(List.of(content), List.of(), null, StopReason.END_TURN, false);
  }
}
