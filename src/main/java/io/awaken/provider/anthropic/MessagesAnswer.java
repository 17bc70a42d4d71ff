package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assembles the events of one answer and passes each piece to the listener. Unknown kinds of
 * events, blocks and deltas are skipped, as the provider requires of its clients. For one thread.
 */
final class MessagesAnswer implements AnswerReader {

  private final String providerId;
  private final LlmListener listener;
  private final ProviderFailures failures;
  private final MessagesUsage usage = new MessagesUsage();
  private final Map<Integer, AnswerBlock> blocks = new LinkedHashMap<>();

  private String stopReason;

  /**
   * @param providerId stored with the signatures of thinking
   */
  MessagesAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.providerId = providerId;
    this.listener = listener;
    this.failures = failures;
  }

  @Override
  public boolean accept(JsonNode event) throws InferenceException {
    switch (event.path("type").asText("")) {
      case "message_start" -> usage.accept(event.path("message").path("usage"));
      case "content_block_start" -> begin(event);
      case "content_block_delta" -> add(event);
      case "content_block_stop" -> end(event);
      case "message_delta" -> {
        usage.accept(event.path("usage"));
        stopReason = event.path("delta").path("stop_reason").asText(stopReason);
      }
      case "message_stop" -> {
        return true;
      }
      case "error" -> throw failures.inStream(event);
      default -> {
        // A ping, or a newer event.
      }
    }
    return false;
  }

  private void begin(JsonNode event) throws InferenceException {
    int index = event.path("index").asInt();
    AnswerBlock block = AnswerBlock.begin(event.path("content_block"), index, listener);
    if (block.isNamelessCall()) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    blocks.put(index, block);
  }

  private void add(JsonNode event) throws InferenceException {
    AnswerBlock block = blocks.get(event.path("index").asInt());
    if (block == null) {
      throw failures.failure(Kind.PROVIDER, "sent a piece of a block that it never began");
    }
    block.add(event.path("delta"));
  }

  private void end(JsonNode event) {
    AnswerBlock block = blocks.get(event.path("index").asInt());
    if (block != null) {
      block.end();
    }
  }

  @Override
  public boolean finished() {
    return stopReason != null;
  }

  @Override
  public StreamResult result() throws InferenceException {
    if (stopReason == null) {
      throw failures.failure(Kind.PROVIDER, "ended its answer without a reason");
    }
    if (stopReason.equals("refusal")) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    boolean cut =
        stopReason.equals("max_tokens") || stopReason.equals("model_context_window_exceeded");
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    List<AnswerBlock> all = List.copyOf(blocks.values());
    boolean incomplete = false;
    for (AnswerBlock block : all) {
      ToolCall call = block.call();
      if (call == null) {
        block.content(providerId).ifPresent(content::add);
      } else if (cut && block == all.getLast() && !block.hasWholeArguments()) {
        incomplete = true;
      } else {
        calls.add(call);
      }
    }
    return new StreamResult(content, calls, usage.total(), stop(cut, calls), incomplete);
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (AnswerBlock block : blocks.values()) {
      ToolCall call = block.call();
      if (call == null) {
        block.contentSoFar(providerId).ifPresent(content::add);
      } else if (block.isWholeCall()) {
        calls.add(call);
      } else {
        incomplete = true;
      }
    }
    return new StreamResult(content, calls, usage.total(), stop(false, calls), incomplete);
  }

  /** The calls decide, not the provider's stop reason. */
  private static StopReason stop(boolean cut, List<ToolCall> calls) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }
}
