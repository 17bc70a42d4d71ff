package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.suspension.SuspendTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a tool answered (features row 113). An error result is an answer too: the model sees it and
 * may try again.
 *
 * @param toolName the tool that answered
 * @param status how the call went
 * @param data the answer for the model; null when there is none
 * @param message a human-readable remark, for an error its reason
 * @param code a machine-readable error code, null otherwise
 * @param suspension the question when the call is pending; null otherwise
 * @param content blocks that the model gets after the text of the answer; usually none
 */
public record ToolResult(
    String toolName,
    Status status,
    JsonNode data,
    String message,
    String code,
    SuspendTicket suspension,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ContentBlock> content) {

  public ToolResult {
    content = content == null ? List.of() : List.copyOf(content);
  }

  /** An answer of data and text alone. */
  public ToolResult(String toolName, Status status, JsonNode data, String message, String code) {
    this(toolName, status, data, message, code, null, List.of());
  }

  /** How a call went. */
  public enum Status {
    SUCCESS,
    PENDING,
    ERROR;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static ToolResult success(String toolName, JsonNode data) {
    return new ToolResult(toolName, Status.SUCCESS, data, null, null);
  }

  public static ToolResult successWithMessage(String toolName, JsonNode data, String message) {
    return new ToolResult(toolName, Status.SUCCESS, data, message, null);
  }

  /** An answer of blocks: texts, media, sources. */
  public static ToolResult successWithContent(String toolName, List<ContentBlock> content) {
    return success(toolName, null).with(content);
  }

  public static ToolResult error(String toolName, String message) {
    return errorWithCode(toolName, null, message);
  }

  public static ToolResult errorWithCode(String toolName, String code, String message) {
    return new ToolResult(toolName, Status.ERROR, null, message, code);
  }

  /** The call is suspended until a caller decides. */
  public static ToolResult suspended(String toolName, SuspendTicket ticket) {
    return new ToolResult(
        toolName, Status.PENDING, null, ticket.suspension().message(), null, ticket, List.of());
  }

  /** A copy with these blocks. */
  public ToolResult with(List<ContentBlock> blocks) {
    return new ToolResult(toolName, status, data, message, code, suspension, blocks);
  }

  public boolean pending() {
    return status == Status.PENDING;
  }

  /** A copy with this error flag; an error without a reason gets its data's text. */
  public ToolResult withError(boolean error) {
    if (error == failed()) {
      return this;
    }
    return error
        ? new ToolResult(
                toolName, Status.ERROR, null, message == null ? modelText() : message, code)
            .with(content)
        : new ToolResult(
                toolName,
                Status.SUCCESS,
                data == null && message != null ? JsonNodeFactory.instance.textNode(message) : data,
                message,
                null)
            .with(content);
  }

  public boolean failed() {
    return status == Status.ERROR;
  }

  /**
   * The text that the model reads: the data as it is when it is text, else as JSON; an error as
   * {@code {"error": reason, "code": code, "details": data}}, without what is not there; data is
   * told when it is an object or array.
   */
  public String modelText() {
    if (failed()) {
      return errorText();
    }
    if (data == null || data.isNull()) {
      return message == null ? "ok" : message;
    }
    return data.isTextual() ? data.textValue() : data.toString();
  }

  /** What the model gets: the text, unless blocks alone are the answer, and the blocks. */
  public List<ContentBlock> modelContent() {
    if (content.isEmpty()) {
      return List.of(new ContentBlock.Text(modelText()));
    }
    var all = new ArrayList<ContentBlock>(content.size() + 1);
    boolean silent = !failed() && message == null && (data == null || data.isNull());
    if (!silent) {
      all.add(new ContentBlock.Text(modelText()));
    }
    all.addAll(content);
    return all;
  }

  private String errorText() {
    var error = JsonNodeFactory.instance.objectNode().put("error", message);
    if (code != null) {
      error.put("code", code);
    }
    if (data != null && data.isContainerNode()) {
      error.set("details", data);
    }
    return error.toString();
  }
}
