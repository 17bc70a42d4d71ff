package io.awaken.builtin.instruction;

import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After the plugin of trpc-agent-go: GlobalInstruction. */
@Rows(82)
class GlobalInstructionTest {

  private static String systemOf(String instruction, String system) throws Exception {
    var request =
        new LlmRequest("m", system, List.of(user("hi")), List.of(), InferenceParameters.DEFAULT);
    return Moments.only(ExtensionPoint.REQUEST_TRANSFORM, new GlobalInstruction(instruction))
        .transform(Moments.step(1), request)
        .system();
  }

  @Test
  void theInstructionStandsBeforeTheSystemTextOfTheAgent() throws Exception {
    assertThat(systemOf("Be kind.", "You sell shoes.")).isEqualTo("Be kind.\n\nYou sell shoes.");
  }

  @Test
  void itIsTheSystemTextOfAnAgentWithoutOne() throws Exception {
    assertThat(systemOf("Be kind.", null)).isEqualTo("Be kind.");
    assertThat(systemOf("Be kind.", " ")).isEqualTo("Be kind.");
  }

  @Test
  void spaceAroundItIsDropped() throws Exception {
    assertThat(systemOf("  Be kind.\n", null)).isEqualTo("Be kind.");
  }

  @Test
  void anEmptyInstructionDoesNothingAtAll() {
    assertThat(Moments.at(ExtensionPoint.REQUEST_TRANSFORM, new GlobalInstruction(" \n")))
        .isEmpty();
    assertThat(Moments.at(ExtensionPoint.REQUEST_TRANSFORM, new GlobalInstruction(null))).isEmpty();
  }

  @Test
  void aTooLongInstructionIsRefusedNamingTheLimit() {
    assertThatThrownBy(() -> new GlobalInstruction("x".repeat(100_001)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100001")
        .hasMessageContaining("100000");
  }
}
