package io.awaken.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The odd answers of {@code src-it/quirks}, counted by kind and wire. */
final class QuirkIndex {

  private static final List<String> KINDS =
      List.of(
          "content in another place or form",
          "empty answers",
          "calls lost or merged",
          "arguments in other forms",
          "order, forms and signatures when sent back",
          "ends",
          "errors",
          "other choices, events and tags");

  /** The tables in the order of {@link WireMatrix#WIRES}. */
  private static final List<String> TABLES =
      List.of("chat", "responses", "messages", "gemini", "ollama");

  private static final String HEAD =
      """

      ## Odd answers

      How many answers of `src-it/quirks` each wire must read, by the number of their kind. `QuirksTest` tries each
      whole and in single bytes; each names where it was seen.

      | | |%s
      |---|---|%s
      """;

  private QuirkIndex() {}

  static String table() throws IOException {
    var head = new StringBuilder();
    WireMatrix.WIRES.forEach(wire -> head.append(" `%s` |".formatted(wire)));
    var text = new StringBuilder(HEAD.formatted(head, "---|".repeat(WireMatrix.WIRES.size())));
    for (int kind = 1; kind <= KINDS.size(); kind++) {
      text.append("| %d | %s |".formatted(kind, KINDS.get(kind - 1)));
      for (String table : TABLES) {
        text.append(" %d |".formatted(cases(table, kind)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static long cases(String table, int kind) throws IOException {
    JsonNode all = new YAMLMapper().readTree(Path.of("src-it/quirks", table + ".yaml").toFile());
    long cases = 0;
    for (JsonNode each : all) {
      cases += each.path("kind").asInt() == kind ? 1 : 0;
    }
    return cases;
  }
}
