package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.mcp.McpError;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.McpRequest.Headers;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import java.util.regex.Pattern;

/**
 * Metadata that every request since 2026-07-28 carries in its body and in its headers. Proxies
 * decide by the headers, so both must agree (S14).
 *
 * @param version the protocol version of the request
 * @param capabilities the client's capabilities
 */
public record Envelope(ProtocolVersion version, JsonNode capabilities) {

  private static final int BAD = 400;
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

  /** Whether a message claims a protocol version without sessions. */
  public static boolean claimed(JsonRpcMessage message, Headers headers) {
    boolean body =
        switch (message) {
          case Request request -> meta(request.params()).has(McpMeta.VERSION);
          case Notification notification -> meta(notification.params()).has(McpMeta.VERSION);
          case JsonRpcMessage.Response answer -> false;
        };
    return body || claimed(headers.version());
  }

  /** Whether the version header of a request claims a protocol version without sessions. */
  public static boolean claimed(String version) {
    return version != null
        && DATE.matcher(version).matches()
        && version.compareTo(ProtocolVersion.V2026_07_28.text()) >= 0;
  }

  private static JsonNode meta(ObjectNode params) {
    return params.path(McpMeta.FIELD);
  }

  /**
   * Checks a request.
   *
   * @throws McpFailure 400 naming what is missing or differs
   */
  public static Envelope of(Request request, Headers headers) {
    JsonNode meta = meta(request.params());
    String version = meta.path(McpMeta.VERSION).textValue();
    if (version == null) {
      throw missing(McpMeta.VERSION);
    }
    if (headers.version() != null && !headers.version().equals(version)) {
      throw mismatch(McpHeaders.VERSION, "the body says " + version);
    }
    ProtocolVersion spoken =
        ProtocolVersion.servedOf(version)
            .filter(ProtocolVersion::modern)
            .orElseThrow(
                () ->
                    McpFailure.of(
                        BAD, McpError.unsupportedVersion(version, ProtocolVersion.modernOnes())));
    if (!meta.path(McpMeta.CLIENT_CAPABILITIES).isObject()) {
      throw missing(McpMeta.CLIENT_CAPABILITIES);
    }
    checkHeaders(request, headers);
    return new Envelope(spoken, meta.get(McpMeta.CLIENT_CAPABILITIES));
  }

  private static void checkHeaders(Request request, Headers headers) {
    if (headers.version() == null) {
      throw mismatch(McpHeaders.VERSION, "it is required");
    }
    if (!request.method().equals(headers.method())) {
      throw mismatch(McpHeaders.METHOD, "the body says " + request.method());
    }
    String field = McpHeaders.nameField(request.method());
    String named = field == null ? null : request.params().path(field).textValue();
    if (named != null && !named.equals(decoded(headers.name()))) {
      throw mismatch(McpHeaders.NAME, "it must be params." + field);
    }
  }

  private static String decoded(String header) {
    return header == null ? null : McpHeaders.decoded(header).orElse(null);
  }

  private static McpFailure missing(String field) {
    return McpFailure.of(
        BAD, JsonRpcError.INVALID_PARAMS, "params._meta[\"%s\"] is required".formatted(field));
  }

  private static McpFailure mismatch(String header, String why) {
    return McpFailure.of(
        BAD, McpError.HEADER_MISMATCH, "the header %s does not match: %s".formatted(header, why));
  }
}
