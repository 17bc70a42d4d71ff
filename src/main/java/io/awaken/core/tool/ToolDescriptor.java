package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the model is told about a tool (features row 111).
 *
 * @param id unique in a server; the name the model calls
 * @param name for people; the id when null
 * @param description what it does and when to use it
 * @param parameters JSON schema of the argument object
 * @param category may be null
 */
public record ToolDescriptor(
    String id, String name, String description, JsonNode parameters, String category) {

  public ToolDescriptor {
    name = name == null ? id : name;
  }
}
