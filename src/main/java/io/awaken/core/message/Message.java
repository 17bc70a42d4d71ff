package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One message of a thread. Messages are append-only: once stored they never change.
 *
 * @param id stable id, unique within the thread
 * @param role who speaks
 * @param content what is said; empty for an assistant message that only calls tools
 * @param toolCalls the calls of an assistant message, in the model's order
 * @param toolCallId the call that a tool message answers; null otherwise
 * @param visibility null means external
 * @param metadata run, step and agent that wrote it; null for input
 * @param sender the subject who said it; null for agents, tools and callers without a name, and in
 *     messages that an earlier version stored
 */
public record Message(
    String id,
    Role role,
    List<ContentBlock> content,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ToolCall> toolCalls,
    String toolCallId,
    Visibility visibility,
    MessageMetadata metadata,
    String sender) {

  public Message {
    content = content == null ? List.of() : List.copyOf(content);
    toolCalls = toolCalls == null ? List.of() : List.copyOf(toolCalls);
    visibility = visibility == Visibility.EXTERNAL ? null : visibility;
  }

  /** A message that no caller sent. */
  public Message(
      String id,
      Role role,
      List<ContentBlock> content,
      List<ToolCall> toolCalls,
      String toolCallId,
      Visibility visibility,
      MessageMetadata metadata) {
    this(id, role, content, toolCalls, toolCallId, visibility, metadata, null);
  }

  /** A message of a person. */
  public static Message user(String id, String text) {
    return new Message(id, Role.USER, text(text), List.of(), null, null, null);
  }

  /** The answer of a tool to one call, as the model reads it. */
  public static Message tool(String id, String toolCallId, String text, MessageMetadata metadata) {
    return new Message(id, Role.TOOL, text(text), List.of(), toolCallId, null, metadata);
  }

  /** The same message under another id. */
  public Message withId(String other) {
    return new Message(other, role, content, toolCalls, toolCallId, visibility, metadata, sender);
  }

  /**
   * The same message with its sender, unless it names one.
   *
   * @param subject null leaves the message as it is
   */
  public Message sentBy(String subject) {
    return subject == null || sender != null
        ? this
        : new Message(id, role, content, toolCalls, toolCallId, visibility, metadata, subject);
  }

  /** Text blocks joined; other blocks are left out. */
  public String text() {
    if (content.isEmpty()) {
      return "";
    }
    if (content.size() == 1 && content.getFirst() instanceof ContentBlock.Text only) {
      return only.text();
    }
    return content.stream()
        .filter(ContentBlock.Text.class::isInstance)
        .map(block -> ((ContentBlock.Text) block).text())
        .collect(Collectors.joining());
  }

  public boolean internal() {
    return visibility == Visibility.INTERNAL;
  }

  private static List<ContentBlock> text(String text) {
    return List.of(new ContentBlock.Text(text));
  }
}
