package io.awaken.process;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Turns of model scripts. */
public final class Turns {

  private Turns() {}

  public static Map<String, Object> asksForTheWeather(String text) {
    return Map.of("text", text, "tool_calls", List.of(call("get_weather", Map.of("city", "Bern"))));
  }

  public static Map<String, Object> calls(String tool, Map<String, ?> arguments) {
    return calls(List.of(call(tool, arguments)));
  }

  /** Several calls in one turn, each made by {@link #call}. */
  public static Map<String, Object> calls(List<Map<String, Object>> calls) {
    return Map.of("tool_calls", calls);
  }

  /**
   * @param arguments an object, or a string that is not valid JSON
   */
  public static Map<String, Object> call(String tool, Object arguments) {
    return Map.of("name", tool, "arguments", arguments);
  }

  public static Map<String, Object> says(String text) {
    return Map.of("text", text);
  }

  /** The given number of words, all different. */
  public static String words(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> "word" + number)
        .collect(Collectors.joining(" "));
  }
}
