package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.text.WholeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The result of a tool call (features row 113). The model also sees an error result and may try
 * again.
 *
 * @param toolName the tool
 * @param status status of the call
 * @param data the answer for the model; null for none
 * @param message a human-readable remark; the reason of an error
 * @param code a machine-readable error code, null otherwise
 * @param suspension the question when the call is pending; null otherwise
 * @param content blocks for the model after the text; usually none
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

  /** A result without further blocks. */
  public ToolResult(String toolName, Status status, JsonNode data, String message, String code) {
    this(toolName, status, data, message, code, null, List.of());
  }

  /** A copy with U+FFFD for halves of surrogate pairs in its texts. */
  public ToolResult whole() {
    JsonNode wholeData = WholeText.of(data);
    String wholeMessage = WholeText.of(message);
    String wholeCode = WholeText.of(code);
    if (content.isEmpty()
        && wholeData == data
        && Objects.equals(wholeMessage, message)
        && Objects.equals(wholeCode, code)) {
      return this;
    }
    return new ToolResult(
        toolName,
        status,
        wholeData,
        wholeMessage,
        wholeCode,
        suspension,
        content.isEmpty() ? content : content.stream().map(ContentBlock::whole).toList());
  }

  /** The status of a call. */
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

  /** A result of blocks: texts, media, sources. */
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

  /** A copy with this error flag; an error without a reason gets the text of its data. */
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
   * The text for the model: textual data unchanged, other data as JSON; an error as {@code
   * {"error": reason, "code": code, "details": data}} without missing fields, and with data only if
   * it is an object or array.
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

  /** The content for the model: the text, unless there are only blocks, then the blocks. */
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
