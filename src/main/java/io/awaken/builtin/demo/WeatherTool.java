package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import java.util.List;
import java.util.Locale;

/**
 * {@code get_weather(city)}: weather made up from the city's name, constant for each name.
 * Thread-safe.
 */
public final class WeatherTool extends DemoTool {

  private static final String ID = "get_weather";
  private static final List<String> CONDITIONS =
      List.of("sunny", "partly cloudy", "cloudy", "rainy", "windy", "foggy");

  public WeatherTool() {
    super(
        ID,
        "Weather",
        "Returns the current weather of a city. Demo data: made up from the name.",
        new TextParameter("city", "Name of the city, for example Bern", 100, true));
  }

  @Override
  ToolResult answer(JsonNode argument) {
    String city = argument.asText().strip();
    // The language specifies the hash of a string, so every server reports the same weather.
    int seed = city.toLowerCase(Locale.ROOT).hashCode();
    return ToolResult.success(
        ID,
        JsonNodeFactory.instance
            .objectNode()
            .put("city", city)
            .put("condition", CONDITIONS.get(Math.floorMod(seed, CONDITIONS.size())))
            .put("temperature_celsius", Math.floorMod(seed / 7, 36) - 5)
            .put("humidity_percent", 30 + Math.floorMod(seed / 11, 65)));
  }
}
