package io.awaken.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that headers repeat. */
@Rows(1154)
class HeaderParametersTest {

  private static final String SCHEMA =
      """
      {"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "where": {"type": "object", "properties": {
          "shelf": {"type": ["integer", "null"], "x-mcp-header": "Shelf"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry"},
        "x-mcp-header": {"type": "string", "default": {"x-mcp-header": 1}}}}
      """;

  @Test
  void onlyGivenArgumentsAreRepeated() throws Exception {
    var parameters = HeaderParameters.of(json(SCHEMA));

    assertThat(
            parameters.headers(
                json(
                    """
                    {"region": "Zürich", "where": {"shelf": 7}, "dry": null,
                     "x-mcp-header": "x"}
                    """)))
        .containsOnly(
            entry("Mcp-Param-Region", "=?base64?WsO8cmljaA==?="), entry("Mcp-Param-Shelf", "7"));
    assertThat(parameters.headers(json("{\"where\": 1}"))).isEmpty();
  }

  @Test
  void mostToolsHaveNone() throws Exception {
    assertThat(HeaderParameters.of(json("{\"type\": \"object\"}")).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': ''}}}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 'a b'}}}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 'a:b'}}}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 'ä'}}}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 'a\\tb'}}}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 7}}}",
        "{'properties': {'a': {'type': 'number', 'x-mcp-header': 'A'}}}",
        "{'properties': {'a': {'type': 'object', 'x-mcp-header': 'A'}}}",
        "{'properties': {'a': {'type': 'null', 'x-mcp-header': 'A'}}}",
        "{'properties': {'a': {'x-mcp-header': 'A'}}}",
        "{'x-mcp-header': 'A', 'type': 'string'}",
        "{'properties': {'a': {'items': {'type': 'string', 'x-mcp-header': 'A'}}}}",
        "{'anyOf': [{'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}]}",
        "{'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'},"
            + " 'b': {'type': 'string', 'x-mcp-header': 'a'}}}",
      })
  void aHeaderThatCouldMisleadIsRefused(String schema) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeaderParameters.of(json(schema.replace('\'', '"'))))
        .withMessageContaining("x-mcp-header");
  }

  @Test
  void headersAndLevelsHaveALimit() throws Exception {
    var many = new StringBuilder("{\"properties\": {");
    for (int i = 0; i <= HeaderParameters.MAX; i++) {
      many.append(i == 0 ? "" : ",")
          .append("\"a%d\": {\"type\": \"string\", \"x-mcp-header\": \"A%d\"}".formatted(i, i));
    }
    JsonNode wide = json(many + "}}");
    JsonNode deep = json("{\"not\": ".repeat(40) + "{}" + "}".repeat(40));

    assertThatIllegalArgumentException().isThrownBy(() -> HeaderParameters.of(wide));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeaderParameters.of(deep))
        .withMessageContaining("levels");
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
