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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assembles the events of one answer and passes each piece to the listener. Unknown kinds of
 * events, blocks and deltas are skipped, as the provider requires of its clients. For one thread.
 */
final class MessagesAnswer implements AnswerReader {

  private static final Set<String> ENDS = Set.of("end_turn", "stop_sequence", "tool_use", "stop");

  /** A paused turn is continued like a cut one. */
  private static final Set<String> CUT =
      Set.of("max_tokens", "model_context_window_exceeded", "pause_turn", "length");

  private final String providerId;
  private final LlmListener listener;
  private final ProviderFailures failures;
  private final MessagesUsage usage = new MessagesUsage();
  private final List<AnswerBlock> blocks = new ArrayList<>();

  /** The blocks by the index of their events. */
  private final Map<Integer, AnswerBlock> open = new HashMap<>();

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
      case "message_start" -> {
        usage.accept(event.path("message").path("usage"));
        whole(event.path("message").path("content"));
      }
      case "message" -> {
        // A server that does not stream sends the message itself.
        usage.accept(event.path("usage"));
        whole(event.path("content"));
        stopReason = event.path("stop_reason").asText(stopReason);
      }
      case "content_block_start" -> begin(event, "content_block");
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
        if (event.path("error").isContainerNode() || event.path("error").isTextual()) {
          throw failures.inStream(event);
        }
        // A ping, or a newer event.
      }
    }
    return false;
  }

  /** Blocks that come whole. */
  private void whole(JsonNode content) throws InferenceException {
    for (JsonNode block : content) {
      begin(block).end();
    }
  }

  private AnswerBlock begin(JsonNode start) throws InferenceException {
    AnswerBlock block = AnswerBlock.begin(start, unused(start.path("id").asText("")), listener);
    if (block.isNamelessCall()) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    blocks.add(block);
    return block;
  }

  /** An id of its own for each call. */
  private String unused(String wanted) {
    String id = wanted.isEmpty() ? "call_" + blocks.size() : wanted;
    while (taken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean taken(String id) {
    return blocks.stream().anyMatch(block -> block.callId().equals(id));
  }

  /** An index may come again: the last block that began with it is meant. */
  private void begin(JsonNode event, String field) throws InferenceException {
    open.put(event.path("index").asInt(), begin(event.path(field)));
  }

  private void add(JsonNode event) throws InferenceException {
    AnswerBlock block = open.get(event.path("index").asInt());
    if (block == null) {
      throw failures.failure(Kind.PROVIDER, "sent a piece of a block that it never began");
    }
    block.add(event.path("delta"));
  }

  private void end(JsonNode event) {
    AnswerBlock block = open.get(event.path("index").asInt());
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
    boolean cut = CUT.contains(stopReason);
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (AnswerBlock block : blocks) {
      ToolCall call = block.call();
      if (call == null) {
        block.content(providerId).ifPresent(content::add);
      } else if (cut && block == blocks.getLast() && !block.hasWholeArguments()) {
        incomplete = true;
      } else {
        calls.add(call);
      }
    }
    boolean known = cut || ENDS.contains(stopReason);
    if (!known && calls.isEmpty() && !content.isEmpty()) {
      throw failures.stoppedEarly(stopReason);
    }
    return new StreamResult(
        content, calls, usage.total(), stop(cut, calls), incomplete, null, stopReason);
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (AnswerBlock block : blocks) {
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
