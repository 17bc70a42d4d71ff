package io.awaken.provider.scripted;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.RecordedPieces;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedAdapterTest {

  private final ObjectMapper mapper = new ObjectMapper();
  private final ScriptedAdapter adapter =
      new ScriptedAdapter(path -> json("{\"turns\":[{\"text\":\"from " + path + "\"}]}"));

  @Test
  void aScriptIsInTheDocumentOrAtItsPath() throws Exception {
    assertThat(answer("{\"script\":{\"turns\":[{\"text\":\"inline\"}]}}")).isEqualTo("inline");
    assertThat(answer("{\"script\":\"demo.yaml\"}")).isEqualTo("from demo.yaml");
  }

  @Test
  void withoutAScriptTheDemoModelAnswers() throws Exception {
    assertThat(answer("{\"word_delay_ms\":0}")).contains("the built-in demo model");
  }

  @Test
  void aWrongOptionIsNamed() {
    assertThatThrownBy(() -> answer("{\"word_delay_ms\":-1}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "provider p: adapter_options.word_delay_ms must be a whole number of milliseconds");
  }

  private String answer(String options) throws Exception {
    Map<String, JsonNode> map =
        mapper.convertValue(
            json(options),
            mapper.getTypeFactory().constructMapType(Map.class, String.class, JsonNode.class));
    LlmExecutor model = adapter.create(new ProviderSpec("p", "scripted", null, null, null, map));
    var pieces = new RecordedPieces();
    model.execute(request(user("Hello")), pieces, new CancellationToken());
    return pieces.text();
  }

  private JsonNode json(String text) {
    try {
      return mapper.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
