package io.awaken.core.model;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import java.util.List;

/**
 * A model's whole answer (features row 107).
 *
 * @param content thinking and text, in order
 * @param toolCalls calls in the model's order, without those cut off
 * @param usage null when the provider did not say
 * @param stopReason why it stopped
 * @param hasIncompleteToolCalls whether the length limit cut a call off
 */
public record StreamResult(
    List<ContentBlock> content,
    List<ToolCall> toolCalls,
    TokenUsage usage,
    StopReason stopReason,
    boolean hasIncompleteToolCalls) {

  public StreamResult {
    content = List.copyOf(content);
    toolCalls = List.copyOf(toolCalls);
  }
}
