package io.awaken.core.loop.inference;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.model.recovery.AnswerSoFar;
import java.util.List;

/**
 * The parts of one answer that the model's length limit cut off (features row 11); each part
 * continues the text so far. Confined to the run's thread.
 */
final class ContinuedAnswer {

  /** The prompt that asks the model to continue. */
  static final String CONTINUE =
      "Your answer was cut off by its length limit. Continue exactly where it stopped, without"
          + " repeating anything and without a comment on this.";

  /** The prompt when the limit cut off a tool call. */
  static final String CALL_AGAIN =
      "Your answer was cut off by its length limit in the middle of a tool call, which was not"
          + " executed. Continue where the text stopped and make the call again, shorter if you"
          + " can.";

  private final AnswerSoFar parts = new AnswerSoFar();
  private List<ToolCall> calls = List.of();
  private ObjectNode metadata;
  private TokenUsage usage;
  private boolean cut;
  private boolean callCut;

  /**
   * Adds the next part.
   *
   * @param part as changed by hooks
   * @param ofModel whether the model made it; an answer from a hook is complete
   */
  void add(StreamResult part, boolean ofModel) {
    parts.add(part.content());
    calls = part.toolCalls();
    metadata = part.providerMetadata() == null ? metadata : part.providerMetadata();
    cut = ofModel && calls.isEmpty() && part.stopReason() == StopReason.MAX_TOKENS;
    callCut = part.hasIncompleteToolCalls();
  }

  /** Adds tokens of another part; null when the provider reported none. */
  void used(TokenUsage more) {
    usage = usage == null || more == null ? (usage == null ? more : usage) : usage.plus(more);
  }

  /** Tokens of all parts; null when the provider reported none. */
  TokenUsage usage() {
    return usage;
  }

  /** Whether the length limit cut off the last part and none of its calls can be executed. */
  boolean cut() {
    return cut;
  }

  /** Whether a call of the last part was cut off. */
  boolean callCut() {
    return callCut;
  }

  List<ContentBlock> content() {
    return parts.content();
  }

  List<ToolCall> calls() {
    return calls;
  }

  ObjectNode metadata() {
    return metadata;
  }

  /** The request for the next part; the original request for the first. */
  LlmRequest next(LlmRequest request, String messageId) {
    return cut ? parts.next(request, messageId, callCut ? CALL_AGAIN : CONTINUE) : request;
  }
}
