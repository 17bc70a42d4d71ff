package io.awaken.core.model.recovery;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Snapshot of an answer at the moment at which it broke off.
 *
 * @param answer what is whole of it
 * @param cutCalls provider ids of the calls that readers saw begin and that are not whole
 */
record BrokenAnswer(StreamResult answer, Set<String> cutCalls) {

  List<ToolCall> calls() {
    return answer.toolCalls();
  }

  /** Whether a call was cut off. */
  boolean callCut() {
    return !cutCalls.isEmpty() || answer.hasIncompleteToolCalls();
  }

  /** Whether there is something that can be continued: blank text is refused by some wires. */
  boolean says() {
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
   * Its content as more of it may follow: reasoning at its end led to nothing, and no provider
   * takes that back with its signature.
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
        answer.providerMetadata());
  }
}
