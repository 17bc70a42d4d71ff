package io.awaken.protocol.mcp.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks a client, since 2026-07-28, for required arguments of a prompt with one form. Stores
 * nothing. Stateless.
 */
final class MissingArguments {

  /** The name of the question in its request. */
  private static final String KEY = "arguments";

  private MissingArguments() {}

  /** Required arguments without a value. */
  static List<Argument> of(PromptSpec prompt, Map<String, String> values) {
    return prompt.arguments().stream()
        .filter(argument -> argument.required() && !values.containsKey(argument.name()))
        .toList();
  }

  /** The form, as an incomplete result. */
  static ObjectNode question(PromptSpec prompt, List<Argument> missing) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("resultType", "input_required");
    ObjectNode asked = result.putObject("inputRequests").putObject(KEY);
    ObjectNode params = asked.put("method", "elicitation/create").putObject("params");
    String title = prompt.title() == null ? prompt.id() : prompt.title();
    params.put("mode", "form").put("message", "What the prompt \"%s\" needs".formatted(title));
    ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (Argument argument : missing) {
      ObjectNode field = properties.putObject(argument.name()).put("type", "string");
      if (argument.title() != null) {
        field.put("title", argument.title());
      }
      if (argument.description() != null) {
        field.put("description", argument.description());
      }
      schema.withArray("required").add(argument.name());
    }
    return result;
  }

  /**
   * The submitted values; empty unless the client accepted the form.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming a value that is not a string, or
   *     too long
   */
  static Map<String, String> answered(List<Argument> missing, JsonNode responses) {
    Map<String, String> values = new HashMap<>();
    JsonNode answer = responses.path(KEY);
    if (answer.path("action").asText().equals("accept")) {
      for (Argument argument : missing) {
        JsonNode value = answer.path("content").get(argument.name());
        if (value != null) {
          values.put(argument.name(), Prompts.text(Map.entry(argument.name(), value)));
        }
      }
    }
    return values;
  }
}
