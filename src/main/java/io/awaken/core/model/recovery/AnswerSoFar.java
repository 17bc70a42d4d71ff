package io.awaken.core.model.recovery;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.model.LlmRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an answer made by several model calls, and the request for the next part: the
 * partial answer, followed by a prompt to continue. This works on every wire, although several
 * reject a conversation that ends with a model message. For one thread.
 */
public final class AnswerSoFar {

  private final List<ContentBlock> content = new ArrayList<>();

  /** Adds the next part; continued text is joined with the text before it. */
  public void add(List<ContentBlock> part) {
    part.forEach(this::add);
  }

  private void add(ContentBlock block) {
    boolean joins =
        block instanceof ContentBlock.Text more
            && more.providerMetadata() == null
            && !content.isEmpty()
            && content.getLast() instanceof ContentBlock.Text before
            && before.providerMetadata() == null;
    if (joins) {
      String before = ((ContentBlock.Text) content.removeLast()).text();
      content.add(new ContentBlock.Text(before + ((ContentBlock.Text) block).text()));
    } else {
      content.add(block);
    }
  }

  /** All parts. */
  public List<ContentBlock> content() {
    return content;
  }

  /**
   * The request for the next part.
   *
   * @param messageId of the partial answer in the continued conversation
   * @param prompt the instruction to continue
   */
  public LlmRequest next(LlmRequest request, String messageId, String prompt) {
    var messages = new ArrayList<>(request.messages());
    if (content.stream().anyMatch(block -> !(block instanceof ContentBlock.Thinking))) {
      messages.add(new Message(messageId, Role.ASSISTANT, content, List.of(), null, null, null));
    }
    messages.add(
        new Message(
            messageId + "-continue",
            Role.USER,
            List.of(new ContentBlock.Text(prompt)),
            List.of(),
            null,
            Visibility.INTERNAL,
            null));
    return request.withMessages(messages);
  }
}
