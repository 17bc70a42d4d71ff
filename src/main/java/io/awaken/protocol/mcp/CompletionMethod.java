package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.Resources;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code completion/complete}, in both eras: completes arguments of prompts and parts of URI
 * templates from the values in documents. Thread-safe.
 */
final class CompletionMethod {

  /** Values per answer, the limit of the protocol. */
  private static final int MAX_VALUES = 100;

  private final Prompts prompts;
  private final DocumentResources resources;

  CompletionMethod(Prompts prompts, DocumentResources resources) {
    this.prompts = prompts;
    this.resources = resources;
  }

  ObjectNode complete(Invocation invocation) {
    JsonNode of = invocation.params().path("ref");
    JsonNode argument = invocation.params().path("argument");
    String name = text(argument.path("name"), "argument.name");
    String typed = text(argument.path("value"), "argument.value").toLowerCase(Locale.ROOT);
    List<String> values =
        known(of, name)
            .orElseThrow(
                () ->
                    Refusal.invalid("argument.name", "no prompt or template has this argument")
                        .exception());
    List<String> fitting =
        values.stream().filter(value -> value.toLowerCase(Locale.ROOT).startsWith(typed)).toList();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode completion = result.putObject("completion");
    ArrayNode list = completion.putArray("values");
    fitting.stream().limit(MAX_VALUES).forEach(list::add);
    completion.put("total", fitting.size()).put("hasMore", fitting.size() > MAX_VALUES);
    return result;
  }

  private Optional<List<String>> known(JsonNode of, String argument) {
    return switch (of.path("type").asText()) {
      case "ref/prompt" -> prompts.values(text(of.path("name"), "ref.name"), argument);
      case "ref/resource" -> {
        String template = text(of.path("uri"), "ref.uri");
        yield Resources.isTemplate(template)
            ? Optional.of(List.of())
            : resources.values(template, argument);
      }
      default ->
          throw Refusal.invalid("ref.type", "ref.type must be ref/prompt or ref/resource")
              .exception();
    };
  }

  private static String text(JsonNode value, String field) {
    if (!value.isTextual()) {
      throw Refusal.invalid(field, field + " must be a string").exception();
    }
    return value.textValue();
  }
}
