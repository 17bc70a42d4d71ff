package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The only, textual parameter of a tool, and its schema.
 *
 * @param name its name in the argument object
 * @param description its description for the model
 * @param maxLength maximum characters; the minimum is one
 * @param required whether it is required
 */
record TextParameter(String name, String description, int maxLength, boolean required) {

  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema
        .putObject("properties")
        .putObject(name)
        .put("type", "string")
        .put("description", description)
        .put("minLength", 1)
        .put("maxLength", maxLength);
    if (required) {
      schema.putArray("required").add(name);
    }
    return schema.put("additionalProperties", false);
  }
}
