package io.awaken.core.loop.activation;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Content of an answer as changed by plugins in its events. A changed text becomes one block in the
 * place of the first, since a change may span blocks. Provider attachments, signature and encrypted
 * reasoning are dropped, because they refer to the original text. Stateless.
 */
public final class PublishedContent {

  private PublishedContent() {}

  /**
   * @param content from the model, in storable form
   */
  public static List<ContentBlock> of(Activation run, List<ContentBlock> content) {
    if (!run.events().tapped()) {
      return content;
    }
    List<ContentBlock> texts =
        agreed(
            run,
            content,
            block -> block instanceof ContentBlock.Text text ? text.text() : null,
            text -> new AgentEvent.TextDelta(run.stepMessageId(), text),
            ContentBlock.Text::new);
    return agreed(
        run,
        texts,
        block -> block instanceof ContentBlock.Thinking thinking ? thinking.thinking() : null,
        AgentEvent.ReasoningDelta::new,
        ContentBlock.Thinking::new);
  }

  /**
   * @param text of a block; null for another kind of block
   */
  private static List<ContentBlock> agreed(
      Activation run,
      List<ContentBlock> content,
      Function<ContentBlock, String> text,
      Function<String, AgentEvent.Delta> delta,
      Function<String, ContentBlock> block) {
    var whole = new StringBuilder();
    for (ContentBlock each : content) {
      String part = text.apply(each);
      whole.append(part == null ? "" : part);
    }
    String original = whole.toString();
    String stored = run.events().stored(delta.apply(original));
    if (stored.equals(original)) {
      return content;
    }
    var out = new ArrayList<ContentBlock>(content.size());
    boolean written = stored.isEmpty();
    for (ContentBlock each : content) {
      if (text.apply(each) == null) {
        out.add(each);
      } else if (!written) {
        out.add(block.apply(stored));
        written = true;
      }
    }
    return out;
  }
}
