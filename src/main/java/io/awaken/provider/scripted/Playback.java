package io.awaken.provider.scripted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Streams one turn to one listener. */
final class Playback {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Characters of one piece of argument text. */
  private static final int ARGUMENT_PIECE = 12;

  private final LlmListener listener;
  private final CancellationToken cancellation;
  private final Pause pause;
  private final Duration wordDelay;

  Playback(LlmListener listener, CancellationToken cancellation, Pause pause, Duration wordDelay) {
    this.listener = listener;
    this.cancellation = cancellation;
    this.pause = pause;
    this.wordDelay = wordDelay;
  }

  StreamResult play(Turn turn, int index) throws InferenceException {
    wait(Duration.ofMillis(turn.delayMs()));
    var content = new ArrayList<ContentBlock>();
    if (turn.reasoning() != null) {
      words(turn.reasoning(), listener::reasoning);
      content.add(new ContentBlock.Thinking(turn.reasoning()));
    }
    if (turn.text() != null) {
      words(turn.text(), listener::text);
      content.add(new ContentBlock.Text(turn.text()));
    }
    for (ContentBlock block : turn.content()) {
      if (block instanceof ContentBlock.Thinking thinking) {
        words(thinking.thinking(), listener::reasoning);
      } else if (block instanceof ContentBlock.Text text) {
        words(text.text(), listener::text);
      }
      content.add(block);
    }
    List<ToolCall> calls = calls(turn, index);
    if (turn.error() != null) {
      throw failure(turn.error());
    }
    cancellation.throwIfCancelled();
    boolean incomplete = calls.size() < turn.toolCalls().size();
    return new StreamResult(
        content, calls, turn.usage(), turn.stopReason(), incomplete, turn.providerMetadata());
  }

  /** Words with the spaces after them; joined, the pieces equal the text. */
  private void words(String text, Consumer<String> sink) {
    int begin = 0;
    while (begin < text.length()) {
      int end = begin;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      if (begin > 0) {
        wait(wordDelay);
      }
      sink.accept(text.substring(begin, end));
      begin = end;
    }
  }

  private List<ToolCall> calls(Turn turn, int index) {
    var calls = new ArrayList<ToolCall>();
    for (int i = 0; i < turn.toolCalls().size(); i++) {
      Turn.Call call = turn.toolCalls().get(i);
      String id = call.id() == null ? "call_" + (index + 1) + "_" + (i + 1) : call.id();
      boolean text = call.arguments().isTextual();
      stream(id, call, text ? call.arguments().textValue() : call.arguments().toString());
      if (!(text && turn.stopReason() == StopReason.MAX_TOKENS)) {
        calls.add(
            new ToolCall(
                id,
                call.name(),
                text ? parsed(call.arguments()) : call.arguments(),
                call.providerMetadata()));
      }
    }
    return calls;
  }

  private void stream(String id, Turn.Call call, String arguments) {
    wait(wordDelay);
    listener.toolCallStart(id, call.name());
    int begin = 0;
    while (begin < arguments.length()) {
      wait(wordDelay);
      int end = Math.min(arguments.length(), begin + ARGUMENT_PIECE);
      if (Character.isHighSurrogate(arguments.charAt(end - 1)) && end < arguments.length()) {
        end++;
      }
      listener.toolCallDelta(id, arguments.substring(begin, end));
      begin = end;
    }
  }

  /** Parses the text as a real wire does: JSON if valid, otherwise text. */
  private static JsonNode parsed(JsonNode text) {
    try {
      return MAPPER.readTree(text.textValue());
    } catch (JsonProcessingException e) {
      return text;
    }
  }

  private void wait(Duration duration) {
    cancellation.throwIfCancelled();
    if (!duration.isZero()) {
      pause.await(duration, cancellation);
    }
  }

  private static InferenceException failure(Turn.Failure error) {
    Duration retryAfter =
        error.retryAfterMs() == null ? null : Duration.ofMillis(error.retryAfterMs());
    return new InferenceException(error.kind(), error.message(), retryAfter, null);
  }
}
