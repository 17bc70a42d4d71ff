package io.awaken.core.model.recovery;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Snapshot of an interrupted answer.
 *
 * @param answer its complete parts
 * @param cutCalls provider ids of published, incomplete calls
 */
record BrokenAnswer(StreamResult answer, Set<String> cutCalls) {

  List<ToolCall> calls() {
    return answer.toolCalls();
  }

  /** Whether a call was cut off. */
  boolean callCut() {
    return !cutCalls.isEmpty() || answer.hasIncompleteToolCalls();
  }

  /** Whether it has content to continue; some wires reject blank text. */
  boolean hasContent() {
    return answer.content().stream()
        .anyMatch(
            block ->
                switch (block) {
                  case ContentBlock.Text text -> !text.text().isBlank();
                  case ContentBlock.Thinking thought -> false;
                  default -> true;
                });
  }

  /**
   * Its content for continuation: reasoning at the end loses its signature, since providers accept
   * it only with following content.
   */
  List<ContentBlock> continuable() {
    var content = new ArrayList<>(answer.content());
    int end = content.size();
    while (end > 0 && content.get(end - 1) instanceof ContentBlock.Thinking thought) {
      content.remove(--end);
      if (!thought.thinking().isEmpty()) {
        content.add(end, new ContentBlock.Thinking(thought.thinking()));
      }
    }
    return content;
  }

  /** The answer reduced to its complete calls. */
  StreamResult askingForCalls() {
    return new StreamResult(
        answer.content(),
        answer.toolCalls(),
        answer.usage(),
        StopReason.TOOL_USE,
        callCut(),
        answer.providerMetadata(),
        answer.providerReason());
  }
}
