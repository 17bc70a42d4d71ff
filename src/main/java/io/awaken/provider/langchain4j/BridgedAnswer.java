package io.awaken.provider.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.text.RepeatedText;
import io.awaken.core.text.WholeCharacters;
import java.util.ArrayList;
import java.util.Locale;

/**
 * Assembles the events of one answer and passes each piece to the listener; content that a model
 * returns only at the end is passed then. For one thread.
 */
final class BridgedAnswer {

  private final LangChain4jSettings settings;
  private final LlmListener listener;
  private final ModelFailures failures;
  private final StringBuilder thought = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters wholeThought = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();
  private final BridgedCalls calls;
  private int pieces;

  /** Whether the pieces came once more as a whole, so that the final answer may have both. */
  private boolean repeated;

  private boolean begun;

  BridgedAnswer(LangChain4jSettings settings, LlmListener listener) {
    this.settings = settings;
    this.listener = listener;
    this.failures = new ModelFailures(settings.providerId());
    this.calls = new BridgedCalls(listener);
  }

  /**
   * Takes the next event.
   *
   * @return the complete answer; null before its end
   */
  StreamResult accept(ModelEvents.Event event) throws InferenceException {
    switch (event) {
      case ModelEvents.Event.Text more -> text(more.piece());
      case ModelEvents.Event.Thought more -> thought(more.piece());
      case ModelEvents.Event.CallPart more -> calls.accept(more.part());
      case ModelEvents.Event.WholeCall whole -> calls.accept(whole.call());
      case ModelEvents.Event.Sign alive -> {
        return null;
      }
      case ModelEvents.Event.Silence tooLong -> throw failures.silent();
      case ModelEvents.Event.Failed failed -> throw failures.of(failed.cause(), begun);
      case ModelEvents.Event.Done done -> {
        return result(done.response());
      }
    }
    begun = true;
    return null;
  }

  private void text(String piece) {
    String whole = wholeText.next(piece);
    if (RepeatedText.is(whole, text, pieces)) {
      repeated = true;
    } else if (!whole.isEmpty()) {
      pieces++;
      text.append(whole);
      listener.text(whole);
    }
  }

  private void thought(String piece) {
    String whole = wholeThought.next(piece);
    if (!whole.isEmpty()) {
      thought.append(whole);
      listener.reasoning(whole);
    }
  }

  private StreamResult result(ChatResponse response) throws InferenceException {
    if (response == null || response.aiMessage() == null) {
      throw failures.failure(Kind.PROVIDER, "gave no answer");
    }
    FinishReason reason = response.finishReason();
    if (reason == FinishReason.CONTENT_FILTER) {
      throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
    }
    if (reason == null && settings.finishReason()) {
      throw failures.failure(
          Kind.STREAM_INTERRUPTED,
          "ended its answer without a finish reason: it broke off, or the model never gives one"
              + " (adapter_options.finish_reason: optional)");
    }
    AiMessage message = response.aiMessage();
    late(message);
    boolean cut = reason == FinishReason.LENGTH;
    BridgedCalls.Finished finished = calls.finish(message.toolExecutionRequests(), cut);
    if (finished == null) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    var answer =
        new StreamResult(
            content(message),
            finished.calls(),
            usage(response.tokenUsage()),
            stopReason(cut, finished),
            finished.incomplete(),
            Attachments.of(settings.providerId(), message),
            reason == null ? null : reason.name().toLowerCase(Locale.ROOT));
    if (reason == FinishReason.OTHER && answer.toolCalls().isEmpty() && !answer.isEmpty()) {
      throw failures.failure(
          Kind.STOPPED_EARLY, "stopped its answer for a reason that LangChain4j does not name");
    }
    return answer;
  }

  /** Publishes what was not streamed. */
  private void late(AiMessage message) {
    thought(rest(thought, message.thinking()));
    text(repeated ? "" : rest(text, message.text()));
  }

  /** What the whole has after the part; empty when it does not begin with the part. */
  private static String rest(StringBuilder part, String whole) {
    boolean more = whole != null && whole.startsWith(part.toString());
    return more ? whole.substring(part.length()) : "";
  }

  private ArrayList<ContentBlock> content(AiMessage message) {
    var content = new ArrayList<ContentBlock>();
    if (!thought.isEmpty()) {
      content.add(new ContentBlock.Thinking(thought.toString()));
    }
    if (!text.isEmpty()) {
      content.add(new ContentBlock.Text(text.toString()));
    }
    content.addAll(Attachments.images(message));
    return content;
  }

  /** Some models report {@code STOP} after tool calls, so the calls decide. */
  private static StopReason stopReason(boolean cut, BridgedCalls.Finished finished) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return finished.calls().isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  private static TokenUsage usage(dev.langchain4j.model.output.TokenUsage usage) {
    return usage == null
        ? null
        : new TokenUsage(
            usage.inputTokenCount(),
            usage.outputTokenCount(),
            usage.totalTokenCount(),
            null,
            null,
            null);
  }
}
