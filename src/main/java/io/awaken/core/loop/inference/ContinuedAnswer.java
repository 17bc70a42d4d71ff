package io.awaken.core.loop.inference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.UnfinishedAnswer.PublishedContent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.model.recovery.AnswerSoFar;
import io.awaken.core.text.WholeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The parts of one answer that the model's length limit cut off (features row 11); each part
 * continues the text so far. Confined to the run's thread.
 */
final class ContinuedAnswer {
  private static final Logger LOG = System.getLogger(Inference.class.getName());

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

  /** The request for the next part; the original request for the first. */
  LlmRequest next(LlmRequest request, String messageId) {
    return cut ? parts.next(request, messageId, callCut ? CALL_AGAIN : CONTINUE) : request;
  }

  /**
   * The whole answer as a message in storable form.
   *
   * @param ids the unique id of a call for the provider's id
   * @param limit in bytes
   * @throws LimitExceeded when it is larger
   */
  Message message(Activation run, UnaryOperator<String> ids, long limit) {
    List<ToolCall> unique = new ArrayList<>(calls.size());
    Set<String> known = new HashSet<>(0);
    for (ToolCall call : calls) {
      if (!known.add(call.id())) {
        LOG.log(
            Level.WARNING,
            "run {0}: the model made two calls with one id; the second one is dropped",
            run.identity().runId());
        continue;
      }
      String id = ids.apply(call.id());
      String name = ModelText.name(call.name());
      JsonNode arguments = WholeText.of(call.arguments());
      unique.add(new ToolCall(id, name, arguments, call.providerMetadata()));
    }
    List<ContentBlock> content = new ArrayList<>(parts.content().size());
    for (ContentBlock block : parts.content()) {
      ContentBlock kept = storable(block);
      if (notEmpty(kept)) {
        content.add(kept);
      }
    }
    Message written =
        new Message(
            run.stepMessageId(),
            Role.ASSISTANT,
            PublishedContent.of(run, content),
            unique,
            null,
            null,
            run.metadata());
    Message message = metadata == null ? written : written.with(metadata);
    if (MessageBytes.of(message) - MessageBytes.ENVELOPE > limit) {
      throw LimitExceeded.answer(limit);
    }
    return message;
  }

  private static ContentBlock storable(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> {
        String stored = ModelText.storable(text.text());
        yield stored.equals(text.text())
            ? text
            : new ContentBlock.Text(stored, text.providerMetadata());
      }
      case ContentBlock.Thinking thinking -> thinking.whole();
      case ContentBlock.Source source -> source;
      case Media media -> media;
    };
  }

  private static boolean notEmpty(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> !text.text().isEmpty() || hasMetadata(text);
      case ContentBlock.Thinking thinking ->
          !thinking.thinking().isEmpty() || thinking.sealed() || hasMetadata(thinking);
      case ContentBlock.Source source -> true;
      case Media media -> true;
    };
  }

  private static boolean hasMetadata(ContentBlock block) {
    return block.providerMetadata() != null;
  }
}
