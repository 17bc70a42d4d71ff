package io.awaken.core.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A model's complete answer (features row 107).
 *
 * @param content reasoning, text and other content, in order
 * @param toolCalls complete calls in the model's order
 * @param usage null when the provider reported none
 * @param stopReason why it stopped
 * @param hasIncompleteToolCalls whether a call was cut off
 * @param providerMetadata metadata that the provider attached to the answer, by provider key; null
 *     for none
 * @param providerReason the provider's own word for why it stopped; null when unknown
 */
public record StreamResult(
    List<ContentBlock> content,
    List<ToolCall> toolCalls,
    TokenUsage usage,
    StopReason stopReason,
    boolean hasIncompleteToolCalls,
    ObjectNode providerMetadata,
    String providerReason) {

  public StreamResult {
    content = List.copyOf(content);
    toolCalls = List.copyOf(toolCalls);
  }

  /** An answer without the provider's reason. */
  public StreamResult(
      List<ContentBlock> content,
      List<ToolCall> toolCalls,
      TokenUsage usage,
      StopReason stopReason,
      boolean hasIncompleteToolCalls,
      ObjectNode providerMetadata) {
    this(content, toolCalls, usage, stopReason, hasIncompleteToolCalls, providerMetadata, null);
  }

  /** An answer without provider metadata. */
  public StreamResult(
      List<ContentBlock> content,
      List<ToolCall> toolCalls,
      TokenUsage usage,
      StopReason stopReason,
      boolean hasIncompleteToolCalls) {
    this(content, toolCalls, usage, stopReason, hasIncompleteToolCalls, null);
  }

  /** A copy with this usage. */
  public StreamResult with(TokenUsage other) {
    return new StreamResult(
        content,
        toolCalls,
        other,
        stopReason,
        hasIncompleteToolCalls,
        providerMetadata,
        providerReason);
  }

  /** A copy with this content. */
  public StreamResult with(List<ContentBlock> other) {
    return new StreamResult(
        other,
        toolCalls,
        usage,
        stopReason,
        hasIncompleteToolCalls,
        providerMetadata,
        providerReason);
  }

  /**
   * Itself, or {@link #cut} when it used as many tokens as the limit that was sent, whatever its
   * stop reason says: some servers call it complete.
   *
   * @param limit null for none
   */
  public StreamResult within(Integer limit) {
    Integer used = usage == null ? null : usage.completionTokens();
    boolean full = limit != null && used != null && used >= limit;
    return full && stopReason != StopReason.MAX_TOKENS ? cut() : this;
  }

  /** A copy that its length limit cut off: without a last call whose arguments are not whole. */
  public StreamResult cut() {
    boolean callCut = !toolCalls.isEmpty() && !toolCalls.getLast().arguments().isObject();
    List<ToolCall> whole = callCut ? toolCalls.subList(0, toolCalls.size() - 1) : toolCalls;
    return new StreamResult(
        content,
        whole,
        usage,
        StopReason.MAX_TOKENS,
        hasIncompleteToolCalls || callCut,
        providerMetadata,
        providerReason);
  }

  /**
   * Whether it ended without text, reasoning, other content or a call, and not because its length
   * limit cut it off. Blank text counts as none, and so does reasoning of which only a signature or
   * an encrypted form came.
   */
  public boolean isEmpty() {
    return toolCalls.isEmpty()
        && stopReason != StopReason.MAX_TOKENS
        && content.stream().allMatch(StreamResult::isBlank);
  }

  private static boolean isBlank(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> text.text().isBlank();
      case ContentBlock.Thinking thinking -> thinking.thinking().isBlank();
      default -> false;
    };
  }

  /** The answer's text blocks joined, without reasoning; may be empty. */
  public String text() {
    return content.stream()
        .filter(ContentBlock.Text.class::isInstance)
        .map(block -> ((ContentBlock.Text) block).text())
        .collect(Collectors.joining());
  }
}
