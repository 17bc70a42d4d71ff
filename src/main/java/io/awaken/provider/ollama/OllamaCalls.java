package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.provider.http.ToolArguments;
import io.awaken.provider.http.WholeCalls;

/** Reads calls in the forms of Ollama and of compatible servers. Stateless. */
final class OllamaCalls {

  private OllamaCalls() {}

  /**
   * Adds the calls of a line.
   *
   * @param sent an array of them, or a single one
   * @return false when one has no name
   */
  static boolean add(JsonNode sent, WholeCalls calls) {
    if (!sent.isContainerNode()) {
      return true;
    }
    calls.event();
    if (sent.isObject()) {
      return addOne(sent, calls);
    }
    for (JsonNode call : sent) {
      if (!addOne(call, calls)) {
        return false;
      }
    }
    return true;
  }

  private static boolean addOne(JsonNode call, WholeCalls calls) {
    JsonNode function = call.path("function").isObject() ? call.path("function") : call;
    String name = function.path("name").asText("");
    String id = call.path("id").asText("");
    String key = id.isEmpty() ? function.path("index").asText(call.path("index").asText("")) : id;
    if (!name.isEmpty()) {
      calls.add(key, id, name, ToolArguments.of(function.path("arguments")), null);
    }
    return !name.isEmpty();
  }
}
