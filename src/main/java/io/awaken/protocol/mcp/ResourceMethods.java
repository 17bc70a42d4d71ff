package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.JsonRpc;
import io.awaken.mcp.JsonRpcError;
import io.awaken.protocol.mcp.request.Asked;
import io.awaken.protocol.mcp.request.McpFailure;
import io.awaken.protocol.mcp.request.Methods;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.resource.Resources;

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
        .simple("resources/list", asked -> resources.list(asked.cursor(), asked.caller()))
        .simple("resources/templates/list", asked -> resources.templates())
        .simple("resources/read", this::read);
  }

  private ObjectNode read(Asked asked) {
    String uri = uri(asked);
    try {
      return reader.read(uri, asked.caller());
    } catch (RefusedException refused) {
      throw refused.refusal().status() == 404 ? unknown(asked, uri) : refused;
    }
  }

  /**
   * The requested URI.
   *
   * @throws McpFailure when it is missing
   */
  static String uri(Asked asked) {
    JsonNode uri = asked.params().path("uri");
    if (!uri.isTextual()) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "uri must be a string");
    }
    return uri.textValue();
  }

  /** Equal for a missing resource and one that the caller may not see (S15). */
  static McpFailure unknown(Asked asked, String uri) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("uri", shortened(uri));
    int code =
        asked.version().modern() ? JsonRpcError.INVALID_PARAMS : JsonRpcError.RESOURCE_NOT_FOUND;
    return McpFailure.of(200, new JsonRpcError(code, "Resource not found", data));
  }

  private static String shortened(String uri) {
    int most = JsonRpc.MAX_NAME;
    return uri.length() <= most ? uri : uri.substring(0, most) + "...";
  }
}
