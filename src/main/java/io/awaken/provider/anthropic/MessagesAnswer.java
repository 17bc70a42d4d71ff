package io.awaken.provider.anthropic;

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
import java.util.Set;

/**
 * Assembles the events of one answer and passes each piece to the listener. Unknown kinds of
 * events, blocks and deltas are skipped, as the provider requires of its clients. For one thread.
 */
final class MessagesAnswer implements AnswerReader {

  /** Stop reasons of Anthropic, and those of others that gateways pass on. */
  private static final Set<String> ENDS =
      Set.of("end_turn", "stop_sequence", "tool_use", "stop", "tool_calls");

  private static final Set<String> FILTERED = Set.of("refusal", "content_filter", "sensitive");

  /** A paused turn is continued like a cut one. */
  private static final Set<String> CUT =
      Set.of("max_tokens", "model_context_window_exceeded", "pause_turn", "length");

  private final String providerId;
  private final ProviderFailures failures;
  private final MessagesUsage usage = new MessagesUsage();
  private final AnswerBlocks blocks;

  /** Content of the start, which servers that do not stream may send again as blocks. */
  private JsonNode whole = MissingNode.getInstance();

  private String stopReason;
  private boolean stopped;

  /**
   * @param providerId stored with the signatures of thinking
   */
  MessagesAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.providerId = providerId;
    this.failures = failures;
    this.blocks = new AnswerBlocks(listener, failures);
  }

  @Override
  public boolean accept(JsonNode event) throws InferenceException {
    switch (event.path("type").asText("")) {
      case "message_start" -> message(event.path("message"));
      case "message" -> {
        return only(event);
      }
      case "content_block_start" -> begin(event);
      case "content_block_delta" -> blocks.add(event);
      case "content_block_stop" -> blocks.end(event);
      case "message_delta" -> {
        usage.accept(event.path("usage"));
        stop(event.path("delta").path("stop_reason"));
      }
      case "message_stop" -> {
        stopped = true;
        return true;
      }
      case "error" -> throw failures.inStream(event);
      default -> {
        if (event.path("error").isContainerNode() || event.path("error").isTextual()) {
          throw failures.inStream(event);
        }
        if (event.path("role").isTextual()) {
          return only(event);
        }
        // A ping, or a newer event.
      }
    }
    return false;
  }

  /** A server that does not stream sends the message itself. */
  private boolean only(JsonNode message) {
    message(message);
    stopped = true;
    return true;
  }

  private void message(JsonNode message) {
    whole = blocks(message.path("content"));
    usage.accept(message.path("usage"));
    stop(message.path("stop_reason"));
  }

  private void stop(JsonNode reason) {
    if (!reason.asText("").isEmpty()) {
      stopReason = reason.asText();
    }
  }

  /** Blocks that come whole. */
  private void takeWhole() throws InferenceException {
    JsonNode content = whole;
    whole = MissingNode.getInstance();
    for (JsonNode block : content) {
      blocks.whole(block);
    }
  }

  /** A text instead of a list of blocks is one block of text. */
  private static JsonNode blocks(JsonNode content) {
    if (!content.isTextual()) {
      return content;
    }
    JsonNode text = JsonNodeFactory.instance.objectNode().put("type", "text").set("text", content);
    return JsonNodeFactory.instance.arrayNode().add(text);
  }

  /** Blocks may repeat what the start of the message had. */
  private void begin(JsonNode event) throws InferenceException {
    if (AnswerBlocks.index(event) < whole.size()) {
      whole = MissingNode.getInstance();
    }
    takeWhole();
    blocks.begin(event);
  }

  @Override
  public boolean finished() {
    return stopped || stopReason != null;
  }

  @Override
  public StreamResult result() throws InferenceException {
    takeWhole();
    String reason = stopReason == null ? "end_turn" : stopReason;
    if (FILTERED.contains(reason)) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    boolean cut = CUT.contains(reason);
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (AnswerBlock block : blocks.all()) {
      ToolCall call = block.call();
      if (call == null) {
        block.content(providerId, calls.size()).ifPresent(content::add);
      } else if (cut && block == blocks.all().getLast() && !block.hasWholeArguments()) {
        incomplete = true;
      } else {
        calls.add(call);
      }
    }
    boolean known = cut || ENDS.contains(reason);
    if (!known && calls.isEmpty() && !content.isEmpty()) {
      throw failures.stoppedEarly(reason);
    }
    return new StreamResult(
        content, calls, usage.total(), stop(cut, calls), incomplete, null, stopReason);
  }

  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    var calls = new ArrayList<ToolCall>();
    boolean incomplete = false;
    for (AnswerBlock block : blocks.all()) {
      ToolCall call = block.call();
      if (call == null) {
        block.contentSoFar(providerId, calls.size()).ifPresent(content::add);
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

  /**
   * The tokens of one answer (features row 108). Counts arrive at its start and end; they are
   * totals, so a later one replaces an earlier one. The provider counts cache reads and writes
   * separately from the input; here both are part of the prompt. For one thread.
   */
  static final class MessagesUsage {

    private Integer input;
    private Integer output;
    private Integer cacheRead;
    private Integer cacheWritten;
    private Integer thinking;

    void accept(JsonNode usage) {
      input = later(usage.path("input_tokens"), input);
      output = later(usage.path("output_tokens"), output);
      cacheRead = later(usage.path("cache_read_input_tokens"), cacheRead);
      cacheWritten = later(usage.path("cache_creation_input_tokens"), cacheWritten);
      thinking = later(usage.path("output_tokens_details").path("thinking_tokens"), thinking);
    }

    private static Integer later(JsonNode count, Integer earlier) {
      return count.isNumber() ? Integer.valueOf(count.intValue()) : earlier;
    }

    /** Null when the provider reported no usage. */
    TokenUsage total() {
      if (input == null && output == null) {
        return null;
      }
      Integer prompt =
          input == null ? null : (Integer) (input + orZero(cacheRead) + orZero(cacheWritten));
      Integer all = prompt == null || output == null ? null : (Integer) (prompt + output);
      return new TokenUsage(prompt, output, all, cacheRead, cacheWritten, thinking);
    }

    private static int orZero(Integer count) {
      return count == null ? 0 : count;
    }
  }
}
