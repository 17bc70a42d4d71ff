package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Assembles the chunks of one answer and passes each piece to the listener. Only the first choice
 * is read. For one thread.
 */
final class ChatAnswer implements AnswerReader {

  /** Stop reasons of OpenAI, and those of others that gateways pass on. */
  private static final Set<String> ENDS =
      Set.of("stop", "tool_calls", "function_call", "end_turn", "stop_sequence", "tool_use", "eos");

  private static final Set<String> CUT =
      Set.of("length", "max_tokens", "model_length", "model_context_window_exceeded");

  private static final Set<String> FILTERED = Set.of("content_filter", "sensitive");

  private final String providerId;
  private final LlmListener listener;
  private final ProviderFailures failures;
  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters wholeReasoning = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();
  private final ReasoningDetails details = new ReasoningDetails();
  private final ChatCalls calls;

  private TokenUsage usage;
  private String finishReason;
  private boolean done;
  private JsonNode extra;

  /**
   * @param providerId id under which the provider's metadata is stored
   */
  ChatAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.providerId = providerId;
    this.listener = listener;
    this.failures = failures;
    this.calls = new ChatCalls(listener);
  }

  @Override
  public boolean accept(JsonNode chunk) throws InferenceException {
    JsonNode error = chunk.path("error");
    if (error.isObject() || error.isTextual()) {
      throw failures.inStream(chunk);
    }
    if (chunk.path("usage").isObject()) {
      usage = usage(chunk.path("usage"));
    }
    JsonNode choice = first(chunk.path("choices"));
    if (choice.path("error").isObject()) {
      throw failures.inStream(choice);
    }
    if (choice.isMissingNode() && OpenAiErrors.isError(chunk)) {
      throw failures.inStream(chunk);
    }
    JsonNode delta = choice.path("delta");
    if (delta.isEmpty()) {
      whole(choice.path("message"));
    } else {
      delta(delta);
    }
    if (choice.path("finish_reason").isTextual()) {
      // Gateways pass Gemini's reasons on, in capitals.
      finishReason = choice.path("finish_reason").textValue().toLowerCase(Locale.ROOT);
    }
    // Usage and the end mark may follow.
    return false;
  }

  /** Choice 0, in whatever order they come. */
  private static JsonNode first(JsonNode choices) {
    for (JsonNode choice : choices) {
      if (choice.path("index").asInt(0) == 0) {
        return choice;
      }
    }
    return MissingNode.getInstance();
  }

  /** The message of a server that does not stream; others repeat here what they streamed. */
  private void whole(JsonNode message) {
    if (text.isEmpty() && calls.size() == 0) {
      delta(message);
      return;
    }
    String content = piece(message, "content");
    if (content.length() > text.length() && content.startsWith(text.toString())) {
      text(content.substring(text.length()));
    }
    if (calls.size() == 0) {
      message.path("tool_calls").forEach(calls::accept);
    }
  }

  private void delta(JsonNode delta) {
    String thought = piece(delta, "reasoning_content");
    thought = thought.isEmpty() ? piece(delta, "reasoning") : thought;
    JsonNode content = delta.path("content");
    String added = content.isTextual() ? content.textValue() : "";
    if (added.isEmpty() || !thought.isEmpty()) {
      JsonNode list = delta.path(ReasoningDetails.FIELD);
      details.accept(list);
      thought = thought.isEmpty() ? ReasoningDetails.text(list) : thought;
    }
    thought(thought);
    if (content.isArray()) {
      content.forEach(this::part);
    } else {
      // A refusal replaces the content.
      text(added.isEmpty() ? piece(delta, "refusal") : added);
    }
    if (delta.path(ChatRequestWriter.EXTRA).isObject()) {
      extra = delta.path(ChatRequestWriter.EXTRA);
    }
    for (JsonNode call : delta.path("tool_calls")) {
      calls.accept(call);
    }
    if (delta.path("function_call").isObject()) {
      calls.acceptLegacy(delta.path("function_call"));
    }
  }

  /** A part of content; thinking has parts of its own. */
  private void part(JsonNode part) {
    JsonNode thinking = part.path("thinking");
    if (thinking.isArray()) {
      thinking.forEach(each -> thought(piece(each, "text")));
    } else {
      thought(piece(part, "thinking"));
    }
    text(piece(part, "text"));
  }

  private void thought(String piece) {
    String thought = wholeReasoning.next(piece);
    if (!thought.isEmpty()) {
      reasoning.append(thought);
      listener.reasoning(thought);
    }
  }

  private void text(String piece) {
    String added = wholeText.next(piece);
    if (!added.isEmpty()) {
      text.append(added);
      listener.text(added);
    }
  }

  private static String piece(JsonNode delta, String field) {
    JsonNode value = delta.path(field);
    return value.isTextual() ? value.textValue() : "";
  }

  @Override
  public void end() {
    done = true;
  }

  @Override
  public boolean finished() {
    return done || finishReason != null;
  }

  @Override
  public StreamResult result() throws InferenceException {
    if (finishReason != null && FILTERED.contains(finishReason)) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    boolean cut = finishReason != null && CUT.contains(finishReason);
    List<ToolCall> complete = calls.finish(cut, providerId);
    if (complete == null) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    boolean known = finishReason == null || cut || ENDS.contains(finishReason);
    if (!known && complete.isEmpty() && !text.isEmpty()) {
      throw failures.stoppedEarly(finishReason);
    }
    return with(complete, cut, details.all());
  }

  @Override
  public StreamResult soFar() {
    // Details that broke off are not those of the provider any more.
    return with(calls.whole(providerId), false, null);
  }

  private StreamResult with(List<ToolCall> complete, boolean cut, JsonNode reasons) {
    var content = new ArrayList<ContentBlock>();
    if (!reasoning.isEmpty()) {
      content.add(new ContentBlock.Thinking(reasoning.toString()));
    }
    if (!text.isEmpty()) {
      content.add(new ContentBlock.Text(text.toString()));
    }
    boolean incomplete = complete.size() < calls.size();
    return new StreamResult(
        content,
        complete,
        usage,
        stopReason(cut, complete),
        incomplete,
        metadata(providerId, extra, reasons),
        finishReason);
  }

  /** Metadata to send back with a message or call; null for none. */
  static ObjectNode metadata(String providerId, JsonNode extra, JsonNode details) {
    if (extra == null && details == null) {
      return null;
    }
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    if (extra != null) {
      own.set(ChatRequestWriter.EXTRA, extra);
    }
    if (details != null) {
      own.set(ReasoningDetails.FIELD, details);
    }
    return ProviderMetadata.of(providerId, own);
  }

  /** Some servers report {@code stop} after tool calls, so the calls decide. */
  private static StopReason stopReason(boolean cut, List<ToolCall> complete) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return complete.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  /** Reads the usage object (features row 108). */
  private static TokenUsage usage(JsonNode usage) {
    return new TokenUsage(
        number(usage.path("prompt_tokens")),
        number(usage.path("completion_tokens")),
        number(usage.path("total_tokens")),
        number(usage.path("prompt_tokens_details").path("cached_tokens")),
        null,
        number(usage.path("completion_tokens_details").path("reasoning_tokens")));
  }

  private static Integer number(JsonNode node) {
    return node.isNumber() ? node.intValue() : null;
  }
}
