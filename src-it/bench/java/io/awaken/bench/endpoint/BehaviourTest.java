package io.awaken.bench.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.bench.endpoint.Behaviour.Kind;
import org.junit.jupiter.api.Test;

class BehaviourTest {

  private static final String USER = "{\"role\":\"user\",\"content\":\"say \\\"role\\\":\\\"x\"}";
  private static final String TOOLS = ",\"tools\":[{\"type\":\"function\"}]}";

  @Test
  void aQuestionWithToolsOfferedIsAnsweredByACall() {
    assertThat(kind("[" + USER + "]" + TOOLS)).isEqualTo(Kind.CALL);
  }

  @Test
  void aQuestionWithoutToolsIsAnsweredByText() {
    assertThat(kind("[" + USER + "]}")).isEqualTo(Kind.TEXT);
  }

  @Test
  void aToolResultIsAnsweredByText() {
    assertThat(kind("[" + USER + ",{\"role\":\"tool\",\"content\":\"1\"}]" + TOOLS))
        .isEqualTo(Kind.TEXT);
  }

  @Test
  void theDelegatingModelCallsTheOtherAgentInstead() {
    String question = "{\"model\":\"delegating\",\"messages\":[" + USER + "]" + TOOLS;
    assertThat(Behaviour.of(question).kind()).isEqualTo(Kind.DELEGATE);
  }

  @Test
  void theModelNameSetsTheLengthOfAStream() {
    assertThat(Behaviour.of("{\"model\":\"stream-500\",\"messages\":[]}"))
        .isEqualTo(new Behaviour(Kind.STREAM, 500));
  }

  private static Kind kind(String messages) {
    return Behaviour.of("{\"model\":\"two-step\",\"messages\":" + messages).kind();
  }
}
