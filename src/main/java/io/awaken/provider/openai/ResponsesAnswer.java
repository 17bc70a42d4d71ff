package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
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
  private final ProviderFailures failures;
  private final ResponsesItems items;

  private JsonNode response = MissingNode.getInstance();

  /** The event that reported a failure without a reason; null for none. */
  private JsonNode failed;

  private boolean cut;

  /**
   * @param providerId id under which the provider's reasoning and metadata are stored
   */
  ResponsesAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.providerId = providerId;
    this.failures = failures;
    this.items = new ResponsesItems(listener);
  }

  @Override
  public boolean accept(JsonNode event) throws InferenceException {
    switch (event.path("type").asText("")) {
      case "response.output_item.added" -> item(event).start(event.path("item"));
      case "response.output_item.done" -> item(event).finish(event.path("item"));
      case "response.output_text.delta", "response.refusal.delta" -> add(event, "message");
      case "response.output_text.done" -> complete(event, "message", "text");
      case "response.refusal.done" -> complete(event, "message", "refusal");
      case "response.content_part.done" -> part(event, event.path("part"));
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          add(event, "reasoning");
      case "response.reasoning_summary_text.done", "response.reasoning_text.done" ->
          complete(event, "reasoning", "text");
      case "response.reasoning_summary_part.added" ->
          items.item(event, "reasoning", NONE).paragraph();
      case "response.function_call_arguments.delta" ->
          items.item(event, "function_call", NONE).argue(event.path("delta"));
      case "response.function_call_arguments.done" ->
          items.item(event, "function_call", NONE).argueWhole(event.path("arguments"));
      case "response.completed" -> end(event.path("response"), false);
      case "response.incomplete" -> end(event.path("response"), true);
      case "response.failed" -> fail(event);
      case "error" -> {
        if (failed == null) {
          throw failures.inStream(event);
        }
        failed = event;
        return true;
      }
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
    return finished() && failed == null;
  }

  /** Some servers say why in the event after it. */
  private void fail(JsonNode event) throws InferenceException {
    JsonNode error = event.path("response").path("error");
    if (error.isObject() || error.isTextual()) {
      throw failures.inStream(event);
    }
    failed = event;
  }

  /** The end mark of chat: complete if all items are. */
  @Override
  public void end() {
    if (!items.all().isEmpty() && items.all().stream().allMatch(ResponsesItem::done)) {
      response = JsonNodeFactory.instance.objectNode();
    }
  }

  /**
   * Some servers report every end as completed, so the response's status is checked as well, and
   * some send only here what belongs to the items.
   */
  private void end(JsonNode ended, boolean incomplete) {
    response = ended;
    cut = incomplete || "incomplete".equals(response.path("status").textValue());
    items.finish(response.path("output"));
  }

  private ResponsesItem item(JsonNode event) {
    JsonNode whole = event.path("item");
    return items.item(event, whole.path("type").asText(""), whole);
  }

  private void add(JsonNode event, String type) {
    items.item(event, type, NONE).add(event.path("delta").asText(""), part(event));
  }

  private void complete(JsonNode event, String type, String field) {
    items.item(event, type, NONE).complete(event.path(field).asText(""), part(event));
  }

  private void part(JsonNode event, JsonNode part) {
    switch (part.path("type").asText("")) {
      case "output_text" ->
          items.item(event, "message", NONE).complete(part.path("text").asText(""), part(event));
      case "refusal" ->
          items.item(event, "message", NONE).complete(part.path("refusal").asText(""), part(event));
      default -> {
        // Reasoning has events of its own.
      }
    }
  }

  /** The number of the part within its item. */
  private static int part(JsonNode event) {
    JsonNode number = event.path("content_index");
    return number.isMissingNode() ? event.path("summary_index").asInt(0) : number.asInt(0);
  }

  @Override
  public boolean finished() {
    return failed != null || !response.isMissingNode();
  }

  @Override
  public StreamResult result() throws InferenceException {
    if (failed != null) {
      throw failures.inStream(failed);
    }
    if (cut && "content_filter".equals(response.at("/incomplete_details/reason").asText())) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    int begun = 0;
    for (ResponsesItem item : items.all()) {
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
    return answer(content, calls, begun);
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    int begun = 0;
    for (ResponsesItem item : items.all()) {
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
    return answer(content, calls, begun);
  }

  /**
   * @param begun the number of calls that the stream began
   */
  private StreamResult answer(List<ContentBlock> content, List<ToolCall> calls, int begun) {
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
    List<ResponsesItem> all = items.all();
    return all.subList(all.indexOf(reasoning) + 1, all.size()).stream()
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
      item.callId(items.unused("call_" + before.size()));
    }
    return new ToolCall(item.callId(), item.name(), arguments);
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
