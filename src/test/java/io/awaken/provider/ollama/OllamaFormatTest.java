package io.awaken.provider.ollama;

import static io.awaken.fixture.Formats.CITY;
import static io.awaken.fixture.Formats.asking;
import static io.awaken.fixture.Formats.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Formats;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Response formats on this wire. */
@Rows(1022)
class OllamaFormatTest {

  private static final RecordedWire WIRE = RecordedWire.ofLines(OllamaAdapter::new);

  private static JsonNode sent(LlmRequest request) throws Exception {
    return WIRE.sent(request, Map.of());
  }

  private static String system(JsonNode sent) {
    return sent.at("/messages/0/content").textValue();
  }

  @Test
  @Carries("ollama:structured")
  void aSchemaIsSentUnchangedAndInThePrompt() throws Exception {
    JsonNode sent = sent(asking("qwen3:4b", CITY));

    assertThat(sent.path("format")).isEqualTo(CITY.schema());
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.words(CITY.schema()));
  }

  @Test
  void jsonWithoutASchemaIsAKeyword() throws Exception {
    JsonNode sent = sent(asking("qwen3:4b", ResponseFormat.JSON_OBJECT));

    assertThat(sent.path("format")).isEqualTo(TextNode.valueOf("json"));
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.WORDS);
  }

  @Test
  void withToolsTheFormatIsOnlyInThePrompt() throws Exception {
    JsonNode sent = sent(asking("qwen3:4b", CITY, tool()));

    assertThat(sent.has("format")).isFalse();
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.words(CITY.schema()));
  }
}
