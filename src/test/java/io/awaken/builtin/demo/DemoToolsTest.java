package io.awaken.builtin.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoToolsTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.987Z");

  private final Tool weather = new WeatherTool();
  private final Tool calculator = new CalculateTool();
  private final Tool time = new TimeTool(InstantSource.fixed(NOW));

  @Test
  void theSameCityAlwaysHasTheSameWeather() throws Exception {
    JsonNode bern = call(weather, "city", "Bern").data();

    assertThat(bern.toString())
        .isEqualTo(
            "{\"city\":\"Bern\",\"condition\":\"rainy\",\"temperature_celsius\":-5,"
                + "\"humidity_percent\":35}");
    assertThat(call(weather, "city", "Oslo").data()).isNotEqualTo(bern);
  }

  @Test
  void aResultOfArithmeticIsTextSoThatNoDigitIsLost() throws Exception {
    assertThat(call(calculator, "expression", "0.1 + 0.2").data().toString())
        .isEqualTo("{\"expression\":\"0.1 + 0.2\",\"result\":\"0.3\"}");
  }

  @Test
  void aBrokenExpressionIsAnErrorResultThatNamesThePosition() throws Exception {
    ToolResult result = call(calculator, "expression", "1 + x");

    assertThat(result.failed()).isTrue();
    assertThat(result.code()).isEqualTo("invalid_expression");
    assertThat(result.message()).isEqualTo("expression: unexpected 'x' at position 5");
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Zurich, 2026-11-21T11:15:30+01:00",
    "UTC, 2026-11-21T10:15:30Z",
    "Asia/Tokyo, 2026-11-21T19:15:30+09:00"
  })
  void timeIsReturnedForAZone(String zone, String expected) throws Exception {
    JsonNode data = call(time, "zone", zone).data();

    assertThat(data.path("time").asText()).isEqualTo(expected);
    assertThat(data.path("zone").asText()).isEqualTo(zone);
    assertThat(data.path("weekday").asText()).isEqualTo("Saturday");
  }

  @Test
  void timeIsInUtcWithoutAZone() throws Exception {
    ToolResult result = time.execute(JsonNodeFactory.instance.objectNode(), null).result();

    assertThat(result.data().path("time").asText()).isEqualTo("2026-11-21T10:15:30Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Atlantis", "Not a zone", "+99:00"})
  void aZoneThatDoesNotExistIsAnErrorResult(String zone) throws Exception {
    ToolResult result = call(time, "zone", zone);

    assertThat(result.failed()).isTrue();
    assertThat(result.code()).isEqualTo("unknown_zone");
    assertThat(result.message()).contains(zone);
  }

  @ParameterizedTest
  @CsvSource({"0, city", "1, expression", "2, zone"})
  void schemasAllowOnlyTheParameterAndLimitItsLength(int index, String parameter) throws Exception {
    Tool tool = new Tool[] {weather, calculator, time}[index];
    var schema = RegisteredTool.of(tool).schema();
    var arguments = JsonNodeFactory.instance.objectNode();

    schema.check(arguments.put(parameter, "x"));
    assertRefused(schema, arguments.deepCopy().put(parameter, ""));
    assertRefused(schema, arguments.deepCopy().put(parameter, 5));
    assertRefused(schema, arguments.deepCopy().put(parameter, "x".repeat(201)));
    assertRefused(schema, arguments.deepCopy().put("other", "x"));
  }

  private static void assertRefused(ArgumentSchema schema, JsonNode arguments) {
    assertThatThrownBy(() -> schema.check(arguments)).isInstanceOf(ToolException.class);
  }

  private static ToolResult call(Tool tool, String parameter, String value) throws Exception {
    return tool.execute(JsonNodeFactory.instance.objectNode().put(parameter, value), null).result();
  }
}
