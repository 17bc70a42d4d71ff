package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Map;
import java.util.TreeMap;

/**
 * Assembles the items of one response and passes each piece to the listener. Items are identified
 * by {@code output_index}. For one thread.
 */
final class ResponsesAnswer implements AnswerReader {

  private final String providerId;
  private final LlmListener listener;
  private final ProviderFailures failures;
  private final TreeMap<Integer, ResponsesItem> items = new TreeMap<>();

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
    switch (event.path("type").asText("")) {
      case "response.output_item.added" -> item(event, event.path("item").path("type").asText(""));
      case "response.output_item.done" ->
          item(event, event.path("item").path("type").asText("")).finish(event.path("item"));
      case "response.output_text.delta", "response.refusal.delta" -> add(event, "message");
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          add(event, "reasoning");
      case "response.reasoning_summary_part.added" -> item(event, "reasoning").paragraph();
      case "response.function_call_arguments.delta" -> add(event, "function_call");
      case "response.completed" -> end(event, false);
      case "response.incomplete" -> end(event, true);
      case "response.failed", "error" -> throw failures.inStream(event);
      default -> {
        // The events above contain the whole answer.
      }
    }
    if ("failed".equals(response.path("status").textValue())) {
      throw failures.inStream(event);
    }
    return finished();
  }

  /** Some servers report every end as completed, so the response's status is checked as well. */
  private void end(JsonNode event, boolean incomplete) {
    response = event.path("response");
    cut = incomplete || "incomplete".equals(response.path("status").textValue());
  }

  private ResponsesItem item(JsonNode event, String type) {
    return items.computeIfAbsent(
        event.path("output_index").asInt(0),
        index -> new ResponsesItem(type, event.path("item"), listener));
  }

  private void add(JsonNode event, String type) {
    item(event, type).add(event.path("delta").asText(""));
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
    for (ResponsesItem item : items.values()) {
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
    return new StreamResult(content, calls, usage(), stopReason(calls), calls.size() < begun);
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    int begun = 0;
    for (Map.Entry<Integer, ResponsesItem> entry : items.entrySet()) {
      ResponsesItem item = entry.getValue();
      if (item.call()) {
        begun++;
        if (item.isWholeCall()) {
          calls.add(new ToolCall(item.callId(), item.name(), item.arguments()));
        }
      } else if (item.type().equals("message") || item.type().equals("reasoning")) {
        ContentBlock block = item.block(providerId, calls.size());
        // The provider accepts reasoning only with the item that follows it.
        boolean sealed = item.done() && leadsToMore(entry.getKey());
        if (block instanceof ContentBlock.Thinking thought && !sealed) {
          block = item.hasText() ? new ContentBlock.Thinking(thought.thinking()) : null;
        }
        if (block != null) {
          content.add(block);
        }
      }
    }
    return new StreamResult(content, calls, usage(), stopReason(calls), calls.size() < begun);
  }

  private boolean leadsToMore(int index) {
    return items.tailMap(index, false).values().stream()
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
      item.callId(unusedId(before.size()));
    }
    return new ToolCall(item.callId(), item.name(), arguments);
  }

  private String unusedId(int position) {
    String id = "call_" + position;
    while (taken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean taken(String id) {
    return items.values().stream().anyMatch(item -> item.callId().equals(id));
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
