package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.McpError;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.resource.Resources;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;

/** The resource methods, in both eras. Thread-safe. */
final class ResourceMethods {

  private final Resources resources;
  private final ResourceReader reader;

  ResourceMethods(Resources resources, ResourceReader reader) {
    this.resources = resources;
    this.reader = reader;
  }

  Methods with(Methods others) {
    return others
        .simple(
            "resources/list",
            invocation -> resources.list(invocation.cursor(), invocation.caller()))
        .simple("resources/templates/list", invocation -> resources.templates())
        .simple("resources/read", this::read);
  }

  private ObjectNode read(Invocation invocation) {
    String uri = uri(invocation);
    try {
      return reader.read(uri, invocation.caller());
    } catch (RefusedException refused) {
      throw refused.refusal().status() == 404 ? unknown(invocation, uri) : refused;
    }
  }

  /**
   * The requested URI.
   *
   * @throws McpFailure when it is missing
   */
  static String uri(Invocation invocation) {
    JsonNode uri = invocation.params().path("uri");
    if (!uri.isTextual()) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "uri must be a string");
    }
    return uri.textValue();
  }

  /** Equal for a missing resource and one that the caller may not see (S15). */
  static McpFailure unknown(Invocation invocation, String uri) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("uri", shortened(uri));
    int code =
        invocation.version().modern() ? JsonRpcError.INVALID_PARAMS : McpError.RESOURCE_NOT_FOUND;
    return McpFailure.of(200, new JsonRpcError(code, "Resource not found", data));
  }

  private static String shortened(String uri) {
    int max = JsonRpc.MAX_NAME;
    return uri.length() <= max ? uri : uri.substring(0, max) + "...";
  }
}
