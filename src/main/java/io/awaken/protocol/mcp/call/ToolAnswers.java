package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ToolResult;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.FrameFormat;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Tool results as results of MCP calls: an object becomes structured content, repeated as text for
 * clients that read text only. A tool error is a result with {@code isError}. Stateless.
 */
public final class ToolAnswers {

  /** The field for an error code. */
  private static final String CODE = "io.awaken/code";

  private static final String TEXT = "text";
  private static final String TYPE = "type";

  private ToolAnswers() {}

  /** The result of an executed call. */
  public static ObjectNode of(ToolResult answer, ProtocolVersion version) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    if (version.modern()) {
      result.put("resultType", "complete");
    }
    ArrayNode content = result.putArray("content");
    if (answer.failed()) {
      failed(answer, result, content);
    } else if (hasContent(answer)) {
      content.addObject().put(TYPE, TEXT).put(TEXT, answer.modelText());
    }
    answer.content().forEach(block -> add(content, block));
    if (answer.data() != null && answer.data().isObject()) {
      result.set("structuredContent", answer.data());
    }
    return result;
  }

  private static void failed(ToolResult answer, ObjectNode result, ArrayNode content) {
    String why = answer.message() == null ? "the tool failed" : answer.message();
    content.addObject().put(TYPE, TEXT).put(TEXT, why);
    result.put("isError", true);
    if (answer.code() != null) {
      result.putObject("_meta").put(CODE, answer.code());
    }
  }

  /** Content blocks alone may be the answer. */
  private static boolean hasContent(ToolResult answer) {
    JsonNode data = answer.data();
    boolean silent = answer.message() == null && (data == null || data.isNull());
    return !silent || answer.content().isEmpty();
  }

  private static void add(ArrayNode content, ContentBlock block) {
    switch (block) {
      case ContentBlock.Text text -> content.addObject().put(TYPE, TEXT).put(TEXT, text.text());
      case ContentBlock.Source source -> source(content.addObject(), source);
      case Media media -> media(content.addObject(), media);
      case ContentBlock.Thinking thinking -> {
        // Reasoning is private to the model.
      }
    }
  }

  private static void source(ObjectNode link, ContentBlock.Source source) {
    String address = source.url() == null ? source.documentId() : source.url();
    link.put(TYPE, "resource_link").put("uri", address);
    link.put("name", source.title() == null ? address : source.title());
    if (source.mediaType() != null) {
      link.put("mimeType", source.mediaType());
    }
    if (source.snippet() != null) {
      link.put("description", source.snippet());
    }
  }

  private static void media(ObjectNode block, Media media) {
    if (media.data() == null) {
      reference(block, media);
    } else if (media.kind() == MediaKind.IMAGE || media.kind() == MediaKind.AUDIO) {
      block.put(TYPE, media.kind().wire());
      block.put("data", media.data().array()).put("mimeType", media.mediaType());
    } else {
      block.put(TYPE, "resource");
      ObjectNode resource = block.putObject("resource");
      String name = media.name() == null ? media.kind().wire() : media.name();
      resource.put("uri", name).put("mimeType", media.mediaType());
      resource.put("blob", media.data().array());
    }
  }

  private static void reference(ObjectNode block, Media media) {
    if (media.url() == null) {
      String kept = "(%s of %d bytes, kept with the run as media %s)";
      block.put(TYPE, TEXT);
      block.put(TEXT, kept.formatted(media.mediaType(), media.size(), media.mediaId()));
      return;
    }
    block.put(TYPE, "resource_link").put("uri", media.url());
    block.put("name", media.name() == null ? media.url() : media.name());
    if (media.mediaType() != null) {
      block.put("mimeType", media.mediaType());
    }
  }

  /** A message as a frame of a stream. */
  public static byte[] frame(JsonRpcMessage message) {
    var frame = new ByteArrayOutputStream();
    try {
      FrameFormat.SSE.write(ProtocolJson.bytes(JsonRpc.write(message)), frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return frame.toByteArray();
  }
}
