package io.awaken.provider.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {

  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void aDocumentNamesTurnsWithAllTheirParts() throws Exception {
    Script script =
        read(
            """
            {"word_delay_ms": 20, "repeat": true, "turns": [
              {"delay_ms": 5, "reasoning": "r", "text": "t", "stop_reason": "max_tokens",
               "tool_calls": [{"id": "c", "name": "n", "arguments": {"a": 1}}, {"name": "m"}],
               "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}},
              {"error": {"kind": "rate_limited", "retry_after_ms": 1000}}]}
            """);

    assertThat(script.wordDelayMs()).isEqualTo(20);
    assertThat(script.repeat()).isTrue();
    Turn first = script.turns().getFirst();
    assertThat(first.delayMs()).isEqualTo(5);
    assertThat(first.reasoning()).isEqualTo("r");
    assertThat(first.text()).isEqualTo("t");
    assertThat(first.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    assertThat(first.usage()).isEqualTo(TokenUsage.of(1, 2));
    assertThat(first.toolCalls())
        .containsExactly(
            new Turn.Call("c", "n", mapper.readTree("{\"a\":1}")),
            new Turn.Call(null, "m", mapper.readTree("{}")));
    assertThat(script.turns().getLast().error())
        .isEqualTo(new Turn.Failure(Kind.RATE_LIMITED, "scripted failure", 1000L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                       | at least one turn",
        "{'turns':[]}                             | at least one turn",
        "{'turns':[{'txt':'x'}]}                  | txt",
        "{'turns':[{'delay_ms':-1}]}              | delay_ms must not be negative",
        "{'word_delay_ms':-1,'turns':[{}]}        | word_delay_ms must not be negative",
        "{'turns':[{'tool_calls':[{}]}]}          | name must not be blank",
        "{'turns':[{'error':{}}]}                 | kind is missing",
        "{'turns':[{'error':{'kind':'nonsense'}}]}| nonsense",
      })
  void aBrokenDocumentIsRefusedWithAReason(String document, String reason) {
    assertThatThrownBy(() -> read(document.replace('\'', '"')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("script: ")
        .hasMessageContaining(reason);
  }

  private Script read(String json) throws Exception {
    return Script.read(mapper.readTree(json));
  }
}
