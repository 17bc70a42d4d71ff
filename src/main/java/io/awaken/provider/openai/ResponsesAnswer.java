package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import java.util.ArrayList;
import java.util.List;

/** Assembles the items of one response and passes each piece to the listener. For one thread. */
final class ResponsesAnswer implements AnswerReader {

  private static final JsonNode NONE = MissingNode.getInstance();

  private final String providerId;
  private final LlmListener listener;
  private final ProviderFailures failures;
  private final List<ResponsesItem> items = new ArrayList<>();

  private JsonNode response = MissingNode.getInstance();
  private boolean cut;

  /**
   * @param providerId id under which the provider's reasoning and metadata are stored
   */
  ResponsesAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.providerId = providerId;
    this.listener = listener;
    this.failures = failures;
  }

  @Override
  public boolean accept(JsonNode event) throws InferenceException {
    JsonNode whole = event.path("item");
    switch (event.path("type").asText("")) {
      case "response.output_item.added" -> item(event, whole.path("type").asText(""), whole);
      case "response.output_item.done" ->
          item(event, whole.path("type").asText(""), whole).finish(whole);
      case "response.output_text.delta", "response.refusal.delta" -> add(event, "message");
      case "response.output_text.done" -> complete(event, "message", "text");
      case "response.refusal.done" -> complete(event, "message", "refusal");
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          add(event, "reasoning");
      case "response.reasoning_summary_text.done", "response.reasoning_text.done" ->
          complete(event, "reasoning", "text");
      case "response.reasoning_summary_part.added" -> item(event, "reasoning", NONE).paragraph();
      case "response.function_call_arguments.delta" ->
          item(event, "function_call", NONE).argue(event.path("delta"));
      case "response.function_call_arguments.done" ->
          item(event, "function_call", NONE).argueWhole(event.path("arguments"));
      case "response.completed" -> end(event.path("response"), false);
      case "response.incomplete" -> end(event.path("response"), true);
      case "response.failed", "error" -> throw failures.inStream(event);
      default -> {
        if (event.path("error").isContainerNode() || event.path("error").isTextual()) {
          throw failures.inStream(event);
        }
        if (event.path("output").isArray()) {
          // A server that does not stream sends the response itself.
          end(event, false);
        }
      }
    }
    if ("failed".equals(response.path("status").textValue())) {
      throw failures.inStream(event);
    }
    return finished();
  }

  /**
   * Some servers report every end as completed, so the response's status is checked as well, and
   * some send only here what belongs to the items.
   */
  private void end(JsonNode ended, boolean incomplete) {
    response = ended;
    cut = incomplete || "incomplete".equals(response.path("status").textValue());
    int place = 0;
    for (JsonNode whole : response.path("output")) {
      String type = whole.path("type").asText("");
      ResponsesItem known = find(type, place, id(NONE, whole));
      ResponsesItem item = known == null ? created(type, place, whole) : known;
      item.finish(whole);
      place++;
    }
  }

  private ResponsesItem item(JsonNode event, String type, JsonNode whole) {
    JsonNode place = event.path("output_index");
    Integer index = place.isMissingNode() || place.isNull() ? null : place.asInt();
    String id = id(event, whole);
    ResponsesItem known = find(type, index, id);
    boolean another = known != null && index == null && id.isEmpty() && whole.isObject();
    return known == null || another && known.done() ? created(type, index, whole) : known;
  }

  private static String id(JsonNode event, JsonNode whole) {
    String id = event.path("item_id").asText("");
    return id.isEmpty() ? whole.path("id").asText("") : id;
  }

  /**
   * The item that an event is about: of its type, by its place, else by its id, else the last one.
   * Servers leave out or repeat either.
   */
  private ResponsesItem find(String type, Integer index, String id) {
    for (ResponsesItem item : items) {
      if (item.type().equals(type) && index != null && index.equals(item.index())) {
        return item;
      }
    }
    for (ResponsesItem item : items) {
      if (item.type().equals(type) && !id.isEmpty() && item.id().equals(id)) {
        return item;
      }
    }
    if (index != null || !id.isEmpty()) {
      return null;
    }
    return items.reversed().stream()
        .filter(item -> item.type().equals(type))
        .findFirst()
        .orElse(null);
  }

  private ResponsesItem created(String type, Integer index, JsonNode whole) {
    JsonNode own = whole;
    if (taken(whole.path("call_id").asText(""))) {
      own = ((ObjectNode) whole).deepCopy().put("call_id", unused(whole.path("call_id").asText()));
    }
    var item = new ResponsesItem(type, index, own, listener);
    int at = items.size();
    while (index != null && at > 0 && after(items.get(at - 1), index)) {
      at--;
    }
    items.add(at, item);
    return item;
  }

  private static boolean after(ResponsesItem item, int index) {
    return item.index() != null && item.index() > index;
  }

  private void add(JsonNode event, String type) {
    item(event, type, NONE).add(event.path("delta").asText(""), part(event));
  }

  private void complete(JsonNode event, String type, String field) {
    item(event, type, NONE).complete(event.path(field).asText(""), part(event));
  }

  /** The number of the part within its item. */
  private static int part(JsonNode event) {
    return event.path("content_index").asInt(event.path("summary_index").asInt(0));
  }

  @Override
  public boolean finished() {
    return !response.isMissingNode();
  }

  @Override
  public StreamResult result() throws InferenceException {
    if (cut && "content_filter".equals(response.at("/incomplete_details/reason").asText())) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    int begun = 0;
    for (ResponsesItem item : items) {
      if (item.call()) {
        begun++;
        ToolCall call = call(item, calls);
        if (call != null) {
          calls.add(call);
        }
      } else if (item.type().equals("message") || item.type().equals("reasoning")) {
        ContentBlock block = item.block(providerId, calls.size());
        if (block != null) {
          content.add(block);
        }
      }
    }
    return new StreamResult(
        content,
        calls,
        usage(),
        stopReason(calls),
        calls.size() < begun,
        null,
        response.path("status").textValue());
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    int begun = 0;
    for (ResponsesItem item : items) {
      if (item.call()) {
        begun++;
        if (item.isWholeCall()) {
          calls.add(new ToolCall(item.callId(), item.name(), item.arguments()));
        }
      } else if (item.type().equals("message") || item.type().equals("reasoning")) {
        ContentBlock block = item.block(providerId, calls.size());
        // The provider accepts reasoning only with the item that follows it.
        boolean sealed = item.done() && leadsToMore(item);
        if (block instanceof ContentBlock.Thinking thought && !sealed) {
          block = item.hasText() ? new ContentBlock.Thinking(thought.thinking()) : null;
        }
        if (block != null) {
          content.add(block);
        }
      }
    }
    return new StreamResult(
        content,
        calls,
        usage(),
        stopReason(calls),
        calls.size() < begun,
        null,
        response.path("status").textValue());
  }

  private boolean leadsToMore(ResponsesItem reasoning) {
    return items.subList(items.indexOf(reasoning) + 1, items.size()).stream()
        .anyMatch(item -> item.isWholeCall() || item.type().equals("message") && item.hasText());
  }

  /** Null for a call that the length limit cut off. */
  private ToolCall call(ResponsesItem item, List<ToolCall> before) throws InferenceException {
    JsonNode arguments = item.arguments();
    if (cut && (!item.done() || !arguments.isObject())) {
      return null;
    }
    if (item.name().isEmpty()) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    if (item.callId().isEmpty()) {
      item.callId(unused("call_" + before.size()));
    }
    return new ToolCall(item.callId(), item.name(), arguments);
  }

  private String unused(String wanted) {
    String id = wanted;
    while (taken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean taken(String id) {
    return !id.isEmpty() && items.stream().anyMatch(item -> item.callId().equals(id));
  }

  private StopReason stopReason(List<ToolCall> calls) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  /** Null when the provider reported none. */
  private TokenUsage usage() {
    JsonNode usage = response.path("usage");
    return usage.isObject()
        ? new TokenUsage(
            number(usage.path("input_tokens")),
            number(usage.path("output_tokens")),
            number(usage.path("total_tokens")),
            number(usage.at("/input_tokens_details/cached_tokens")),
            null,
            number(usage.at("/output_tokens_details/reasoning_tokens")))
        : null;
  }

  private static Integer number(JsonNode node) {
    return node.isNumber() ? node.intValue() : null;
  }
}
