package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.CallArguments;
import io.awaken.provider.http.CallOrder;
import java.util.Optional;

/** One block of an answer while it comes. For one thread. */
final class AnswerBlock {

  /** The kinds of blocks. */
  enum Kind {
    TEXT("text"),
    THINKING("thinking"),
    REDACTED_THINKING("redacted_thinking"),
    CALL("tool_use"),
    /** A block of an unknown kind, whose content is discarded. */
    OTHER("");

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    /** The kind that a delta adds to; null for one that no known block has. */
    static Kind ofDelta(String type) {
      return switch (type) {
        case "text_delta" -> TEXT;
        case "thinking_delta", "signature_delta" -> THINKING;
        case "input_json_delta" -> CALL;
        default -> null;
      };
    }
  }

  private final Kind kind;
  private final LlmListener listener;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder seal = new StringBuilder();
  private final CallArguments arguments = new CallArguments();
  private final WholeCharacters whole = new WholeCharacters();
  private final String callId;
  private final String name;
  private String sentId = "";
  private boolean ended;

  private AnswerBlock(Kind kind, String callId, String name, LlmListener listener) {
    this.kind = kind;
    this.callId = callId;
    this.name = name;
    this.listener = listener;
  }

  /**
   * @param callId an id of its own, for a call
   */
  static AnswerBlock begin(JsonNode start, String callId, LlmListener listener) {
    Kind kind = kind(start.path("type").asText(""));
    var block = new AnswerBlock(kind, callId, start.path("name").asText(""), listener);
    block.sentId = start.path("id").asText("");
    block.begin(start);
    return block;
  }

  /** A block that the server never began. */
  static AnswerBlock of(Kind kind, LlmListener listener) {
    return new AnswerBlock(kind, "", "", listener);
  }

  private static Kind kind(String type) {
    for (Kind kind : Kind.values()) {
      if (kind.type.equals(type)) {
        return kind;
      }
    }
    return Kind.OTHER;
  }

  private void begin(JsonNode start) {
    switch (kind) {
      case TEXT -> text(start.path("text").asText(""));
      case THINKING -> {
        text(start.path("thinking").asText(""));
        seal.append(start.path("signature").asText(""));
      }
      case REDACTED_THINKING -> seal.append(start.path("data").asText(""));
      case CALL -> {
        if (!name.isEmpty()) {
          listener.toolCallStart(callId, name);
          // Some servers send all arguments here, instead of in deltas or as well.
          JsonNode input = start.path("input");
          argue(input.isContainerNode() && input.isEmpty() ? MissingNode.getInstance() : input);
        }
      }
      case OTHER -> {
        // The content is discarded.
      }
    }
  }

  /** A delta of this type. */
  void add(String type, JsonNode delta) {
    switch (type) {
      case "text_delta" -> text(delta.path("text").asText(""));
      case "thinking_delta" -> text(delta.path("thinking").asText(""));
      case "input_json_delta" -> argue(delta.path("partial_json"));
      case "signature_delta" -> seal(delta.path("signature").asText(""));
      default -> {
        // Citations, which are never requested, or a newer event.
      }
    }
  }

  /** A signature that came with the start is not added to itself. */
  private void seal(String piece) {
    if (!seal.toString().equals(piece)) {
      seal.append(piece);
    }
  }

  private void argue(JsonNode piece) {
    String added = arguments.add(piece);
    if (!added.isEmpty() && kind == Kind.CALL) {
      listener.toolCallDelta(callId, added);
    }
  }

  private void text(String piece) {
    String joined = whole.next(piece);
    if (joined.isEmpty() || kind == Kind.OTHER || kind == Kind.REDACTED_THINKING) {
      return;
    }
    text.append(joined);
    switch (kind) {
      case THINKING -> listener.reasoning(joined);
      default -> listener.text(joined);
    }
  }

  /** Whether a delta of this kind belongs to it. */
  boolean takes(Kind wanted) {
    return kind == wanted || kind == Kind.OTHER;
  }

  boolean is(Kind wanted) {
    return kind == wanted;
  }

  /** Whether the start of a call says no more than the one that began it. */
  boolean isRepeatedBy(JsonNode start) {
    return kind == Kind.CALL
        && !ended
        && arguments.isEmpty()
        && !sentId.isEmpty()
        && sentId.equals(start.path("id").asText(""))
        && name.equals(start.path("name").asText(""));
  }

  /** No content follows. */
  void end() {
    ended = true;
  }

  /** Empty for another block. */
  String callId() {
    return kind == Kind.CALL ? callId : "";
  }

  boolean isNamelessCall() {
    return kind == Kind.CALL && name.isEmpty();
  }

  /** The call with the arguments received so far; null for another block. */
  ToolCall call() {
    return kind == Kind.CALL ? new ToolCall(callId, name, arguments.parsed()) : null;
  }

  /**
   * Whether the arguments of the call are a complete object; false for a call that has just begun.
   */
  boolean hasWholeArguments() {
    return arguments.isWhole();
  }

  /** Whether the call was complete when the answer broke off. */
  boolean isWholeCall() {
    return hasWholeArguments() || ended && arguments.isEmpty();
  }

  /** Like {@link #content} for an interrupted answer: without a partial signature. */
  Optional<ContentBlock> contentSoFar(String providerId, int callsBefore) {
    boolean half = !ended && (kind == Kind.THINKING || kind == Kind.REDACTED_THINKING);
    if (!half) {
      return content(providerId, callsBefore);
    }
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new ContentBlock.Thinking(text.toString()));
  }

  /**
   * The stored content block; empty for a call.
   *
   * @param callsBefore number of the answer's calls before it
   */
  Optional<ContentBlock> content(String providerId, int callsBefore) {
    Optional<ContentBlock> content = content(providerId);
    if (callsBefore == 0) {
      return content;
    }
    ObjectNode place = JsonNodeFactory.instance.objectNode();
    CallOrder.note(place, callsBefore);
    return content.map(block -> block.with(ProviderMetadata.of(providerId, place)));
  }

  private Optional<ContentBlock> content(String providerId) {
    return switch (kind) {
      case TEXT ->
          text.isEmpty() ? Optional.empty() : Optional.of(new ContentBlock.Text(text.toString()));
      case THINKING -> thought(providerId);
      case REDACTED_THINKING ->
          Optional.of(new ContentBlock.Thinking("", providerId, null, seal.toString(), null));
      case CALL, OTHER -> Optional.empty();
    };
  }

  /** Thinking that the length limit cut off has no signature yet and is not sent back. */
  private Optional<ContentBlock> thought(String providerId) {
    if (!seal.isEmpty()) {
      return Optional.of(
          ContentBlock.Thinking.signed(text.toString(), providerId, seal.toString()));
    }
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new ContentBlock.Thinking(text.toString()));
  }
}
