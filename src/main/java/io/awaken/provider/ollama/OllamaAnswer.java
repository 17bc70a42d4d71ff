package io.awaken.provider.ollama;

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
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import io.awaken.provider.http.ToolArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * Assembles the lines of one answer and passes each piece to the listener. Calls arrive whole; one
 * without an id gets one. For one thread.
 */
final class OllamaAnswer implements AnswerReader {

  private final LlmListener listener;
  private final ProviderFailures failures;
  private final StringBuilder thinking = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters wholeThinking = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();
  private final List<ToolCall> calls = new ArrayList<>();

  private JsonNode last = MissingNode.getInstance();

  OllamaAnswer(LlmListener listener, ProviderFailures failures) {
    this.listener = listener;
    this.failures = failures;
  }

  @Override
  public boolean accept(JsonNode line) throws InferenceException {
    if (line.has("error")) {
      throw failures.inStream(line);
    }
    JsonNode message = line.path("message");
    String thought = wholeThinking.next(message.path("thinking").asText(""));
    if (!thought.isEmpty()) {
      thinking.append(thought);
      listener.reasoning(thought);
    }
    String piece = wholeText.next(message.path("content").asText(""));
    if (!piece.isEmpty()) {
      text.append(piece);
      listener.text(piece);
    }
    for (JsonNode call : message.path("tool_calls")) {
      call(call);
    }
    if (line.path("done").asBoolean()) {
      last = line;
    }
    return finished();
  }

  private void call(JsonNode call) throws InferenceException {
    String name = call.path("function").path("name").asText("");
    if (name.isEmpty()) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    JsonNode given = call.path("function").path("arguments");
    // An object; some compatible servers send it as text.
    JsonNode arguments = given.isObject() ? given : ToolArguments.parsed(given.asText(""));
    String id = call.path("id").asText("");
    calls.add(new ToolCall(id.isEmpty() ? unusedId() : id, name, arguments));
    listener.toolCallStart(calls.getLast().id(), name);
    listener.toolCallDelta(calls.getLast().id(), arguments.toString());
  }

  private String unusedId() {
    String id = "call_" + calls.size();
    while (taken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean taken(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }

  @Override
  public boolean finished() {
    return !last.isMissingNode();
  }

  @Override
  public StreamResult result() {
    var content = new ArrayList<ContentBlock>();
    if (!thinking.isEmpty()) {
      content.add(new ContentBlock.Thinking(thinking.toString()));
    }
    if (!text.isEmpty()) {
      content.add(new ContentBlock.Text(text.toString()));
    }
    return new StreamResult(content, calls, usage(), stopReason(), false);
  }

  /** Calls arrive whole. */
  @Override
  public StreamResult soFar() {
    return result();
  }

  private StopReason stopReason() {
    if ("length".equals(last.path("done_reason").textValue())) {
      return StopReason.MAX_TOKENS;
    }
    return calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  /** Servers before 0.5 omit the count of a fully cached prompt. */
  private TokenUsage usage() {
    JsonNode prompt = last.path("prompt_eval_count");
    JsonNode answer = last.path("eval_count");
    return prompt.isNumber() || answer.isNumber()
        ? TokenUsage.of(prompt.asInt(), answer.asInt())
        : null;
  }
}
