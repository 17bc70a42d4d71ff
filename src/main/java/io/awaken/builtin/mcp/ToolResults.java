package io.awaken.builtin.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ToolResult;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Converts results of MCP tools (features row 1074): structured content becomes the data; text,
 * media and resources become blocks. Stateless.
 */
final class ToolResults {

  /** The code of a result that the tool marks as an error. */
  static final String FAILED = "mcp_tool_error";

  private static final ObjectMapper MAPPER = JsonMapper.builder().build();
  private static final String ANY = "application/octet-stream";

  private ToolResults() {}

  static ToolResult of(String toolId, JsonNode result) {
    JsonNode structured = result.path("structuredContent");
    JsonNode data = structured.isMissingNode() || structured.isNull() ? null : structured;
    List<ContentBlock> content = new ArrayList<>();
    boolean wrapped = data != null && repeatsWrapped(result.path("content"), data);
    for (JsonNode block : result.path("content")) {
      if (data == null || !wrapped && !repeats(block, data)) {
        content.add(block(block));
      }
    }
    if (result.path("isError").asBoolean(false)) {
      return failure(toolId, data, content);
    }
    if (data == null
        && content.size() == 1
        && content.getFirst() instanceof ContentBlock.Text text) {
      return ToolResult.success(toolId, TextNode.valueOf(text.text()));
    }
    return ToolResult.success(toolId, data).with(content);
  }

  /** Uses its text as the reason and includes the other content. */
  private static ToolResult failure(String toolId, JsonNode data, List<ContentBlock> content) {
    String reason =
        content.stream()
            .filter(ContentBlock.Text.class::isInstance)
            .map(block -> ((ContentBlock.Text) block).text())
            .collect(Collectors.joining("\n"));
    List<ContentBlock> others =
        content.stream().filter(block -> !(block instanceof ContentBlock.Text)).toList();
    return new ToolResult(
            toolId,
            ToolResult.Status.ERROR,
            data,
            reason.isEmpty() ? "the tool failed without a reason" : reason,
            FAILED)
        .with(others);
  }

  /** Servers repeat structured content as text for older clients. */
  private static boolean repeats(JsonNode block, JsonNode data) {
    String text = block.path("text").asText("").strip();
    if (!block.path("type").asText().equals("text")
        || !(text.startsWith("{") || text.startsWith("["))) {
      return false;
    }
    try {
      return data.equals(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * Some servers wrap a list or a text as {@code {"result": ...}}, since structured content must be
   * an object, and repeat it as text: as a whole, or one block for each entry.
   */
  private static boolean repeatsWrapped(JsonNode content, JsonNode data) {
    JsonNode inner = data.path("result");
    if (data.size() != 1 || inner.isMissingNode() || content.isEmpty()) {
      return false;
    }
    if (content.size() == 1 && says(content.get(0), inner)) {
      return true;
    }
    if (!inner.isArray() || inner.size() != content.size()) {
      return false;
    }
    for (int i = 0; i < inner.size(); i++) {
      if (!says(content.get(i), inner.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a block is a text with a value, as it is or as JSON. */
  private static boolean says(JsonNode block, JsonNode value) {
    if (!block.path("type").asText().equals("text")) {
      return false;
    }
    String text = block.path("text").asText();
    try {
      return value.isTextual() && value.textValue().equals(text)
          || value.equals(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static ContentBlock block(JsonNode block) {
    return switch (block.path("type").asText()) {
      case "text" -> new ContentBlock.Text(block.path("text").asText());
      case "image", "audio" -> media(block, block.path("data"), null);
      case "resource" -> resource(block.path("resource"));
      case "resource_link" -> link(block);
      default -> new ContentBlock.Text(block.toString());
    };
  }

  private static ContentBlock resource(JsonNode resource) {
    String uri = resource.path("uri").asText("");
    if (resource.path("blob").isTextual()) {
      return media(resource, resource.path("blob"), uri);
    }
    return new ContentBlock.Text("Resource " + uri + ":\n" + resource.path("text").asText(""));
  }

  private static ContentBlock link(JsonNode link) {
    String uri = link.path("uri").asText("");
    String title = link.path("title").asText(link.path("name").asText(uri));
    String type = link.path("mimeType").asText(null);
    boolean page = uri.startsWith("https://") || uri.startsWith("http://");
    return new ContentBlock.Source(
        page ? uri : null,
        page ? null : uri,
        title,
        type,
        link.path("description").asText(null),
        null);
  }

  private static ContentBlock media(JsonNode block, JsonNode data, String name) {
    String type = block.path("mimeType").asText(ANY);
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(data.asText());
      return MediaKind.ofType(type).of(type, bytes, name);
    } catch (IllegalArgumentException e) {
      return new ContentBlock.Text("(" + type + " that is not valid Base64)");
    }
  }
}
