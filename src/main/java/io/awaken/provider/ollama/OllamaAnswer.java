package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.text.RepeatedText;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import io.awaken.provider.http.ToolArguments;
import io.awaken.provider.http.WholeCalls;
import java.util.ArrayList;
import java.util.Set;

/**
 * Assembles the lines of one answer and passes each piece to the listener. Compatible servers send
 * the content in the fields of {@code /api/generate} or as parts, too. Calls arrive whole. For one
 * thread.
 */
final class OllamaAnswer implements AnswerReader {

  private static final Set<String> ENDS = Set.of("stop", "tool_calls");

  private static final Set<String> CUT = Set.of("length", "max_tokens");

  private final LlmListener listener;
  private final ProviderFailures failures;
  private final StringBuilder thinking = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters wholeThinking = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();
  private final WholeCalls calls;

  private int pieces;
  private JsonNode last = MissingNode.getInstance();

  OllamaAnswer(LlmListener listener, ProviderFailures failures) {
    this.listener = listener;
    this.failures = failures;
    this.calls = new WholeCalls(listener);
  }

  @Override
  public boolean accept(JsonNode line) throws InferenceException {
    if (failures.isError(line)) {
      throw failures.inStream(line);
    }
    if (line.path("choices").isArray()) {
      throw failures.failure(
          Kind.INVALID_REQUEST, "answers as a server of chat completions: use the adapter openai");
    }
    JsonNode message = line.path("message").isObject() ? line.path("message") : line;
    String thought = wholeThinking.next(message.path("thinking").asText(""));
    if (!thought.isEmpty()) {
      thinking.append(thought);
      listener.reasoning(thought);
    }
    text(message.path(message == line ? "response" : "content"));
    if (!addCalls(message.path("tool_calls"), calls)) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    boolean done = line.path("done").asBoolean();
    if (done || line.path("done_reason").isTextual()) {
      // Some servers send no more than the reason, others the mark in a line of its own.
      last = line;
    }
    return done;
  }

  private void text(JsonNode content) {
    if (content.isArray()) {
      content.forEach(part -> text(part.path("text")));
      return;
    }
    String piece = wholeText.next(content.asText(""));
    if (!piece.isEmpty() && !RepeatedText.is(piece, text, pieces)) {
      pieces++;
      text.append(piece);
      listener.text(piece);
    }
  }

  @Override
  public boolean finished() {
    return !last.isMissingNode();
  }

  @Override
  public StreamResult result() throws InferenceException {
    String reason = reason();
    boolean known = reason == null || CUT.contains(reason) || ENDS.contains(reason);
    StreamResult answer = soFar();
    if (!known && answer.toolCalls().isEmpty() && !answer.isEmpty()) {
      throw failures.stoppedEarly(reason);
    }
    return answer;
  }

  /** Calls arrive whole. */
  @Override
  public StreamResult soFar() {
    var content = new ArrayList<ContentBlock>();
    if (!thinking.isEmpty()) {
      content.add(new ContentBlock.Thinking(thinking.toString()));
    }
    if (!text.isEmpty()) {
      content.add(new ContentBlock.Text(text.toString()));
    }
    return new StreamResult(content, calls.all(), usage(), stopReason(), false, null, reason());
  }

  /** Null without one; some servers send an empty text. */
  private String reason() {
    String reason = last.path("done_reason").asText("");
    return reason.isBlank() ? null : reason;
  }

  private StopReason stopReason() {
    String reason = reason();
    if (reason != null && CUT.contains(reason)) {
      return StopReason.MAX_TOKENS;
    }
    return calls.all().isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  /** Servers before 0.5 omit the count of a fully cached prompt. */
  private TokenUsage usage() {
    JsonNode prompt = last.path("prompt_eval_count");
    JsonNode answer = last.path("eval_count");
    return prompt.isNumber() || answer.isNumber()
        ? TokenUsage.of(prompt.asInt(), answer.asInt())
        : null;
  }

  /**
   * Adds the calls of a line.
   *
   * @param sent an array of them, or a single one
   * @return false when one has no name
   */
  private static boolean addCalls(JsonNode sent, WholeCalls calls) {
    if (!sent.isContainerNode()) {
      return true;
    }
    calls.event();
    if (sent.isObject()) {
      return addCall(sent, calls);
    }
    for (JsonNode call : sent) {
      if (!addCall(call, calls)) {
        return false;
      }
    }
    return true;
  }

  private static boolean addCall(JsonNode call, WholeCalls calls) {
    JsonNode function = call.path("function").isObject() ? call.path("function") : call;
    String name = function.path("name").asText("");
    String id = call.path("id").asText("");
    String key = id.isEmpty() ? function.path("index").asText(call.path("index").asText("")) : id;
    if (!name.isEmpty()) {
      calls.add(key, id, name, ToolArguments.of(function.path("arguments")), null);
    }
    return !name.isEmpty();
  }
}
