package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One message of a thread. Messages are append-only: once stored they never change.
 *
 * @param id stable id, unique within the thread
 * @param role the author
 * @param content the content; empty for an assistant message that only calls tools
 * @param toolCalls the calls of an assistant message, in the model's order
 * @param toolCallId the call that a tool message answers; null otherwise
 * @param visibility null means external
 * @param metadata run, step and agent that wrote it; null for input
 * @param sender the subject that sent it; null for agents, tools, anonymous callers, and messages
 *     of earlier versions
 * @param providerMetadata metadata that providers attached to the message, by provider key; null
 *     for none
 */
public record Message(
    String id,
    Role role,
    List<ContentBlock> content,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ToolCall> toolCalls,
    String toolCallId,
    Visibility visibility,
    MessageMetadata metadata,
    String sender,
    ObjectNode providerMetadata) {

  public Message {
    content = content == null ? List.of() : List.copyOf(content);
    toolCalls = toolCalls == null ? List.of() : List.copyOf(toolCalls);
    visibility = visibility == Visibility.EXTERNAL ? null : visibility;
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
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
    this(id, role, content, toolCalls, toolCallId, visibility, metadata, null, null);
  }

  /** A user message. */
  public static Message user(String id, String text) {
    return new Message(id, Role.USER, text(text), List.of(), null, null, null);
  }

  /** A user message of a request: the runtime assigns its id when it accepts the request. */
  public static Message user(String text) {
    return user(null, text);
  }

  /** A user message with several parts, or with media; the runtime assigns its id. */
  public static Message user(List<ContentBlock> content) {
    return new Message(null, Role.USER, content, List.of(), null, null, null);
  }

  /** The result of a tool call for the model. */
  public static Message tool(String id, String toolCallId, String text, MessageMetadata metadata) {
    return tool(id, toolCallId, text(text), metadata);
  }

  /** A tool message with several parts. */
  public static Message tool(
      String id, String toolCallId, List<ContentBlock> content, MessageMetadata metadata) {
    return new Message(id, Role.TOOL, content, List.of(), toolCallId, null, metadata);
  }

  /** A copy with this id. */
  public Message withId(String other) {
    return new Message(
        other,
        role,
        content,
        toolCalls,
        toolCallId,
        visibility,
        metadata,
        sender,
        providerMetadata);
  }

  /** A copy with this content. */
  public Message withContent(List<ContentBlock> other) {
    return new Message(
        id, role, other, toolCalls, toolCallId, visibility, metadata, sender, providerMetadata);
  }

  /** A copy with these calls. */
  public Message withToolCalls(List<ToolCall> other) {
    return new Message(
        id, role, content, other, toolCallId, visibility, metadata, sender, providerMetadata);
  }

  /** A copy with this provider metadata. */
  public Message with(ObjectNode attached) {
    return new Message(
        id, role, content, toolCalls, toolCallId, visibility, metadata, sender, attached);
  }

  /**
   * A copy marked as input of a run, unless it already names its run.
   *
   * @param runId null leaves the message as it is
   */
  public Message inputOf(String runId) {
    return runId == null || metadata != null
        ? this
        : new Message(
            id,
            role,
            content,
            toolCalls,
            toolCallId,
            visibility,
            new MessageMetadata(runId, null, null),
            sender,
            providerMetadata);
  }

  /**
   * A copy with this sender, unless it already names one.
   *
   * @param subject null leaves the message as it is
   */
  public Message sentBy(String subject) {
    return subject == null || sender != null
        ? this
        : new Message(
            id,
            role,
            content,
            toolCalls,
            toolCallId,
            visibility,
            metadata,
            subject,
            providerMetadata);
  }

  /** The joined text blocks. */
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
