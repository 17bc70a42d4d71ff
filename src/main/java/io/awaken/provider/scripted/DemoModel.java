package io.awaken.provider.scripted;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The model that answers when no provider is configured: streams word by word, calls an offered
 * tool when the text asks for it, and explains in every answer how to configure a real model.
 * Deterministic for a request. Thread-safe.
 */
public final class DemoModel implements LlmExecutor {

  /** The pause between words, so that people see the answer stream. */
  public static final Duration DEFAULT_WORD_DELAY = Duration.ofMillis(30);

  private static final int SHOWN = 200;

  private static final String WHO =
      "This is the built-in demo model, not a real one. For a real one set ANTHROPIC_API_KEY,"
          + " GEMINI_API_KEY, OLLAMA_HOST or OPENAI_API_KEY, or OPENAI_BASE_URL for a compatible"
          + " endpoint, and start again.";

  private final Duration wordDelay;
  private final Pause pause;

  /** Plays in real time. */
  public DemoModel(Duration wordDelay) {
    this(wordDelay, Pause.inRealTime());
  }

  public DemoModel(Duration wordDelay, Pause pause) {
    this.wordDelay = wordDelay;
    this.pause = pause;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    Turn turn = answer(request);
    return new Playback(listener, cancellation, pause, wordDelay)
        .play(turn, Script.played(request.messages()));
  }

  private static Turn answer(LlmRequest request) {
    List<Message> round = sincePerson(request.messages());
    List<Message> results = round.stream().filter(m -> m.role() == Role.TOOL).toList();
    String asked = round.isEmpty() ? "" : round.getFirst().text();
    boolean json = request.responseFormat() != null;
    if (!results.isEmpty() && !json) {
      return Turn.of(report(round, results) + WHO, List.of());
    }
    List<Turn.Call> calls = DemoIntents.calls(asked, request.tools());
    if (!calls.isEmpty() && results.isEmpty()) {
      return Turn.of("Let me ask a tool. ", calls);
    }
    if (json) {
      return Turn.of(DemoJson.of(request.responseFormat(), shortened(asked)), List.of());
    }
    return Turn.of("You said: \"" + shortened(asked) + "\". " + offer(request) + WHO, List.of());
  }

  /** The last user message and everything after it. */
  private static List<Message> sincePerson(List<Message> messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      Message message = messages.get(i);
      if (message.role() == Role.USER && !message.internal()) {
        return messages.subList(i, messages.size());
      }
    }
    return List.of();
  }

  private static String report(List<Message> round, List<Message> results) {
    var text = new StringBuilder();
    for (Message result : results) {
      text.append(toolName(round, result.toolCallId())).append(" answered: ");
      text.append(result.text()).append("\n\n");
    }
    return text.toString();
  }

  private static String toolName(List<Message> round, String callId) {
    return round.stream()
        .flatMap(message -> message.toolCalls().stream())
        .filter(call -> Objects.equals(call.id(), callId))
        .map(call -> call.name())
        .findFirst()
        .orElse("a tool");
  }

  private static String offer(LlmRequest request) {
    var examples = new ArrayList<String>();
    request.tools().forEach(tool -> examples.add(tool.id()));
    return examples.isEmpty()
        ? ""
        : "Ask me to use one of my tools: " + String.join(", ", examples) + ". ";
  }

  private static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= SHOWN) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "...";
  }
}
