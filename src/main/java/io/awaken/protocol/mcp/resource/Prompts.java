package io.awaken.protocol.mcp.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.PlaceCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prompts of active documents, equal for all callers. Refusals name the field. Thread-safe. */
public final class Prompts {

  /** Prompts per page. */
  static final int PAGE = 100;

  /** Characters of an argument, at most. */
  static final int MAX_VALUE = 65_536;

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([A-Za-z0-9_-]{1,64})}}");

  private final Supplier<List<PromptSpec>> documents;

  /**
   * @param documents the active prompts, ordered by id
   */
  public Prompts(Supplier<List<PromptSpec>> documents) {
    this.documents = documents;
  }

  /** The current list: equal as long as it is unchanged. */
  public Object state() {
    return documents.get();
  }

  /**
   * A page of the list, ordered by name.
   *
   * @param cursor from the previous page; null for the first
   * @throws io.awaken.http.security.RefusedException 400 for a cursor that no page returned
   */
  public ObjectNode list(JsonNode cursor) {
    Optional<String> after = PlaceCursor.read(cursor, PlaceCursor::id);
    List<PromptSpec> left =
        documents.get().stream()
            .filter(prompt -> after.isEmpty() || prompt.id().compareTo(after.get()) > 0)
            .toList();
    List<PromptSpec> shown = left.subList(0, Math.min(PAGE, left.size()));
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode prompts = page.putArray("prompts");
    shown.forEach(prompt -> describe(prompt, prompts.addObject()));
    if (shown.size() < left.size()) {
      page.put("nextCursor", new PlaceCursor(0, shown.getLast().id()).text());
    }
    return page;
  }

  private static void describe(PromptSpec prompt, ObjectNode json) {
    json.put("name", prompt.id());
    put(json, "title", prompt.title());
    put(json, "description", prompt.description());
    ArrayNode arguments = json.putArray("arguments");
    for (Argument argument : prompt.arguments()) {
      ObjectNode each = arguments.addObject().put("name", argument.name());
      put(each, "title", argument.title());
      put(each, "description", argument.description());
      each.put("required", argument.required());
    }
  }

  /**
   * A prompt with its arguments filled in.
   *
   * @param params {@code {name, arguments}}
   * @param reader the client
   * @throws io.awaken.http.security.RefusedException 400 naming an invalid argument, 404 when the
   *     prompt or one of its resources is missing
   */
  public ObjectNode get(ObjectNode params, Reader reader) {
    JsonNode name = params.path("name");
    if (!name.isTextual()) {
      throw Refusal.invalid("name", "name must be a string").exception();
    }
    PromptSpec prompt =
        named(name.textValue())
            .orElseThrow(() -> Refusal.notFound("prompt", name.textValue()).exception());
    Map<String, String> values = values(prompt, params.get("arguments"));
    List<Argument> missing = MissingArguments.of(prompt, values);
    if (reader.asks() && !missing.isEmpty()) {
      values.putAll(MissingArguments.answered(missing, params.path("inputResponses")));
      missing = MissingArguments.of(prompt, values);
      if (!missing.isEmpty()) {
        return MissingArguments.question(prompt, missing);
      }
    }
    if (!missing.isEmpty()) {
      throw Refusal.missing("arguments." + missing.getFirst().name()).exception();
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    put(result, "description", prompt.description());
    ArrayNode messages = result.putArray("messages");
    for (PromptMessage message : prompt.messages()) {
      messages
          .addObject()
          .put("role", message.role().wire())
          .set("content", content(message, values, reader));
    }
    return result;
  }

  private Optional<PromptSpec> named(String name) {
    return documents.get().stream().filter(each -> each.id().equals(name)).findFirst();
  }

  /**
   * The client that requests a prompt.
   *
   * @param asks whether the client can show a form within its request, since 2026-07-28
   * @param resources reads the content of a resource by URI, as this client sees it
   */
  public record Reader(boolean asks, Function<String, ObjectNode> resources) {}

  private static ObjectNode content(
      PromptMessage message, Map<String, String> values, Reader reader) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    if (message.text() != null) {
      return content.put("type", "text").put("text", filled(message.text(), values));
    }
    if (message.resource() != null) {
      String uri = filled(message.resource(), values);
      content.put("type", "resource").set("resource", reader.resources().apply(uri));
      return content;
    }
    boolean image = message.image() != null;
    PromptSpec.Media media = image ? message.image() : message.audio();
    content.put("type", image ? "image" : "audio").put("data", media.data());
    return content.put("mimeType", media.mimeType());
  }

  /**
   * The values of an argument.
   *
   * @return empty when there is no such prompt or argument
   */
  public Optional<List<String>> values(String name, String argument) {
    return named(name).stream()
        .flatMap(prompt -> prompt.arguments().stream())
        .filter(each -> each.name().equals(argument))
        .map(Argument::values)
        .findFirst();
  }

  private static Map<String, String> values(PromptSpec prompt, JsonNode given) {
    if (given != null && !given.isNull() && !given.isObject()) {
      throw Refusal.invalid("arguments", "arguments must be an object").exception();
    }
    Map<String, String> values = new HashMap<>();
    if (given != null) {
      for (Map.Entry<String, JsonNode> each : given.properties()) {
        if (!each.getValue().isNull()) {
          values.put(each.getKey(), text(each));
        }
      }
    }
    var known = prompt.arguments().stream().map(Argument::name).toList();
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw Refusal.invalid(
                "arguments", "unknown argument %s; known are %s".formatted(shortened(name), known))
            .exception();
      }
    }
    return values;
  }

  static String text(Map.Entry<String, JsonNode> argument) {
    String field = "arguments." + shortened(argument.getKey());
    JsonNode value = argument.getValue();
    if (!value.isTextual() || value.textValue().length() > MAX_VALUE) {
      throw Refusal.invalid(
              field, "%s must be a string of at most %d characters".formatted(field, MAX_VALUE))
          .exception();
    }
    return value.textValue();
  }

  private static String shortened(String name) {
    return name.length() <= 64 ? name : name.substring(0, 64) + "...";
  }

  /** Replaces all placeholders in one pass: inserted values are never expanded. */
  private static String filled(String text, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
  }

  private static void put(ObjectNode json, String field, String value) {
    if (value != null) {
      json.put(field, value);
    }
  }

  /**
   * Asks a client, since 2026-07-28, for required arguments of a prompt with one form. Stores
   * nothing. Stateless.
   */
  static final class MissingArguments {

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
}
