package io.awaken.protocol.agui.event;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The messages of a page, which applies events as {@code @ag-ui/client} 1.0.0 and 0.0.59 do: an
 * event of an unknown message appends one, a result is inserted behind the results of its answer,
 * and a snapshot keeps the places of the messages that the page has. For one thread at a time.
 */
public final class ClientMessages {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<ObjectNode> messages = new ArrayList<>();

  /** Adds a message of the page. */
  public void add(ObjectNode message) {
    messages.add(message);
  }

  /** The messages as a request contains them. */
  public List<ObjectNode> all() {
    return messages;
  }

  /** Applies the events of a stream. */
  public ClientMessages apply(List<JsonNode> events) {
    events.forEach(this::apply);
    return this;
  }

  private void apply(JsonNode event) {
    String id = event.path("messageId").asText();
    switch (event.get("type").asText()) {
      case "TEXT_MESSAGE_START" -> message(id, event.get("role").asText());
      case "REASONING_MESSAGE_START" -> message(id, "reasoning");
      case "TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT" -> {
        ObjectNode of = find(id).orElseThrow();
        of.put("content", of.path("content").asText() + event.get("delta").asText());
      }
      case "TOOL_CALL_START" -> call(event);
      case "TOOL_CALL_ARGS" -> {
        ObjectNode function =
            (ObjectNode) call(event.get("toolCallId").asText()).orElseThrow().get("function");
        function.put("arguments", function.get("arguments").asText() + event.get("delta").asText());
      }
      case "TOOL_CALL_RESULT" -> result(event);
      case "MESSAGES_SNAPSHOT" -> snapshot(event.get("messages"));
      default -> {
        // Changes no message.
      }
    }
  }

  private Optional<ObjectNode> find(String id) {
    return messages.stream().filter(each -> each.get("id").asText().equals(id)).findFirst();
  }

  private ObjectNode message(String id, String role) {
    return find(id)
        .orElseGet(
            () -> {
              messages.add(JSON.createObjectNode().put("id", id).put("role", role));
              return messages.getLast();
            });
  }

  private Stream<JsonNode> requested() {
    return messages.stream().flatMap(each -> each.path("toolCalls").valueStream());
  }

  /** The calls of these tools without a result, in order. */
  public List<String> pending(Predicate<String> tools) {
    Set<String> done =
        messages.stream().map(each -> each.path("toolCallId").asText()).collect(toSet());
    return requested()
        .filter(call -> tools.test(call.at("/function/name").asText()))
        .map(call -> call.get("id").asText())
        .filter(call -> !done.contains(call))
        .toList();
  }

  private Optional<JsonNode> call(String id) {
    return requested().filter(call -> call.get("id").asText().equals(id)).findFirst();
  }

  private void call(JsonNode event) {
    String id = event.get("toolCallId").asText();
    if (call(id).isEmpty()) {
      ArrayNode calls =
          message(event.get("parentMessageId").asText(), "assistant").withArray("toolCalls");
      calls
          .addObject()
          .put("id", id)
          .put("type", "function")
          .putObject("function")
          .put("name", event.get("toolCallName").asText())
          .put("arguments", "");
    }
  }

  private void result(JsonNode event) {
    ObjectNode result = JSON.createObjectNode();
    result.set("id", event.get("messageId"));
    result.put("role", "tool");
    result.set("toolCallId", event.get("toolCallId"));
    result.set("content", event.get("content"));
    addResult(result);
  }

  /** Adds the result of a call behind those of its answer, as CopilotKit does with its own. */
  public void addResult(ObjectNode result) {
    int at = 0;
    while (at < messages.size() && !makes(messages.get(at), result.get("toolCallId"))) {
      at++;
    }
    while (at + 1 < messages.size() && messages.get(at + 1).get("role").asText().equals("tool")) {
      at++;
    }
    messages.add(Math.min(at + 1, messages.size()), result);
  }

  private static boolean makes(ObjectNode message, JsonNode callId) {
    return message.path("toolCalls").findValues("id").contains(callId);
  }

  private void snapshot(JsonNode all) {
    Map<String, ObjectNode> next = new HashMap<>();
    all.forEach(each -> next.put(each.get("id").asText(), each.deepCopy()));
    boolean reasons = next.values().stream().anyMatch(ClientMessages::isReasoning);
    messages.removeIf(
        each -> !next.containsKey(each.get("id").asText()) && (reasons || !isReasoning(each)));
    messages.replaceAll(each -> next.getOrDefault(each.get("id").asText(), each));
    all.forEach(
        each -> {
          if (find(each.get("id").asText()).isEmpty()) {
            messages.add(each.deepCopy());
          }
        });
  }

  private static boolean isReasoning(ObjectNode message) {
    return message.get("role").asText().equals("reasoning");
  }

  /** What the page shows, in order. */
  public List<String> shown() {
    return shown(messages);
  }

  /** What messages show, in order: id, role, content, and calls with their arguments. */
  public static List<String> shown(Iterable<? extends JsonNode> messages) {
    var shown = new ArrayList<String>();
    for (JsonNode each : messages) {
      var text = new StringBuilder(each.get("id").asText());
      text.append(' ').append(each.get("role").asText());
      JsonNode content = each.path("content");
      text.append(": ").append(content.isTextual() ? content.asText() : content.toString());
      for (JsonNode call : each.path("toolCalls")) {
        text.append(" | ").append(call.get("id").asText());
        text.append(' ').append(call.at("/function/name").asText());
        text.append(RunScript.json(call.at("/function/arguments").asText()));
      }
      if (each.has("toolCallId")) {
        text.append(" of ").append(each.get("toolCallId").asText());
      }
      shown.add(text.toString());
    }
    return shown;
  }
}
