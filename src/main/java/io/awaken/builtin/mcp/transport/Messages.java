package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.mcp.McpFields;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpc.InvalidMessage;
import io.awaken.rpc.JsonRpcMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Converts messages to and from bytes. Stateless. */
final class Messages {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(McpLimits.MAX_DEPTH)
                          .maxStringLength(McpLimits.MAX_MESSAGE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Messages() {}

  static byte[] write(JsonRpcMessage message) {
    try {
      return MAPPER.writeValueAsBytes(JsonRpc.write(message));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a message cannot be written", e);
    }
  }

  /**
   * As {@link #read}, but bytes that are no message, such as a banner or a log line, are skipped.
   *
   * @param noise receives skipped text
   */
  static List<JsonRpcMessage> readOrSkip(ByteBuffer bytes, Consumer<String> noise)
      throws McpException {
    try {
      return read(bytes.duplicate());
    } catch (McpException e) {
      String text = StandardCharsets.UTF_8.decode(bytes).toString();
      if (text.contains("\"jsonrpc\"")) {
        throw e;
      }
      noise.accept(text);
      return List.of();
    }
  }

  /**
   * Reads one message or a batch, which servers of the oldest revision may send.
   *
   * @throws McpException of kind {@code GARBAGE}, without a quote of the input
   */
  static List<JsonRpcMessage> read(ByteBuffer bytes) throws McpException {
    JsonNode json;
    try {
      json = MAPPER.readTree(StandardCharsets.UTF_8.decode(bytes).toString());
    } catch (IOException e) {
      throw new McpException(Kind.GARBAGE, "it sent invalid or too deeply nested JSON");
    }
    var messages = new ArrayList<JsonRpcMessage>();
    try {
      if (json != null && json.isArray()) {
        for (JsonNode each : json) {
          messages.add(JsonRpc.read(each, McpFields.ABSENT));
        }
      } else {
        messages.add(JsonRpc.read(json, McpFields.ABSENT));
      }
    } catch (InvalidMessage e) {
      throw new McpException(Kind.GARBAGE, "it sent an invalid message: " + e.getMessage());
    }
    return messages;
  }
}
