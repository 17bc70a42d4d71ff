package io.awaken.process;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Turns of scripts. */
final class Turns {

  private Turns() {}

  static Map<String, Object> asksForTheWeather(String text) {
    return Map.of(
        "text",
        text,
        "tool_calls",
        List.of(Map.of("name", "get_weather", "arguments", Map.of("city", "Bern"))));
  }

  /** A call of a tool that asks an {@link Agency}. */
  static Map<String, Object> calls(String tool, String at) {
    return Map.of("tool_calls", List.of(Map.of("name", tool, "arguments", Map.of("at", at))));
  }

  static Map<String, Object> says(String text) {
    return Map.of("text", text);
  }

  /** So many words, each another. */
  static String words(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> "word" + number)
        .collect(Collectors.joining(" "));
  }
}
