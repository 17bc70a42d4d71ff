package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What agents may read from a server besides calling its tools (features row 1134). */
enum ReadOperation {
  LIST_RESOURCES(
      "list_resources",
      "resources/list",
      "resources",
      "cursor",
      false,
      "Lists the resources of the server %s: documents, records and other data that read_resource"
          + " of the same server reads. Pass nextCursor as cursor for the next page."),

  LIST_RESOURCE_TEMPLATES(
      "list_resource_templates",
      "resources/templates/list",
      "resources",
      "cursor",
      false,
      "Lists the resource templates of the server %s: URI templates (RFC 6570), such as"
          + " orders://{id}. Fill one in to get a URI for read_resource of the same server. Pass"
          + " nextCursor as cursor for the next page."),

  READ_RESOURCE(
      "read_resource",
      "resources/read",
      "resources",
      "uri",
      true,
      "Reads a resource of the server %s by its URI, from list_resources or made from a template of"
          + " list_resource_templates of the same server."),

  LIST_PROMPTS(
      "list_prompts",
      "prompts/list",
      "prompts",
      "cursor",
      false,
      "Lists the prompts of the server %s, prepared texts for certain tasks. Pass nextCursor as"
          + " cursor for the next page."),

  GET_PROMPT(
      "get_prompt",
      "prompts/get",
      "prompts",
      "name",
      true,
      "Gets a prompt of the server %s by its name, with the arguments from list_prompts of the same"
          + " server.");

  private static final int MAX_TEXT = 4_096;
  private static final int MAX_ARGUMENTS = 64;

  private final String tool;
  private final String method;
  private final String capability;
  private final String argument;
  private final boolean required;
  private final String description;

  ReadOperation(
      String tool,
      String method,
      String capability,
      String argument,
      boolean required,
      String description) {
    this.tool = tool;
    this.method = method;
    this.capability = capability;
    this.argument = argument;
    this.required = required;
    this.description = description;
  }

  /** The last part of the tool's id. */
  String tool() {
    return tool;
  }

  /** The method of the request. */
  String method() {
    return method;
  }

  /** The server capability that it needs. */
  String capability() {
    return capability;
  }

  /** The main argument. */
  String argument() {
    return argument;
  }

  /** Whether it reads a single item, not a list. */
  boolean single() {
    return required;
  }

  String description(String server) {
    return description.formatted(server);
  }

  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject(argument).put("type", "string").put("maxLength", MAX_TEXT);
    if (this == GET_PROMPT) {
      ObjectNode arguments = properties.putObject("arguments").put("type", "object");
      arguments.put("maxProperties", MAX_ARGUMENTS);
      arguments.putObject("additionalProperties").put("type", "string").put("maxLength", MAX_TEXT);
    }
    if (required) {
      schema.putArray("required").add(argument);
    }
    return schema.put("additionalProperties", false);
  }

  /** Converts the result of the request into an MCP tool result. */
  ObjectNode content(JsonNode result) {
    ObjectNode converted = JsonNodeFactory.instance.objectNode();
    switch (this) {
      case LIST_RESOURCES -> converted.set("structuredContent", page("resources", result));
      case LIST_RESOURCE_TEMPLATES ->
          converted.set("structuredContent", page("resourceTemplates", result));
      case LIST_PROMPTS -> converted.set("structuredContent", page("prompts", result));
      case READ_RESOURCE ->
          result
              .path("contents")
              .forEach(
                  each ->
                      converted
                          .withArrayProperty("content")
                          .addObject()
                          .put("type", "resource")
                          .set("resource", each));
      case GET_PROMPT ->
          result
              .path("messages")
              .forEach(
                  each ->
                      converted
                          .withArrayProperty("content")
                          .add(withRole(each.path("role").asText(), each.path("content"))));
    }
    return converted;
  }

  /** Returns one page of a list: its entries, and the cursor of the next page if there is one. */
  private static ObjectNode page(String name, JsonNode result) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    var entries = page.putArray(name);
    result.path(name).forEach(entries::add);
    if (result.path("nextCursor").isTextual()) {
      page.set("nextCursor", result.get("nextCursor"));
    }
    return page;
  }

  /** Prefixes the text of a prompt message with its role. */
  private static JsonNode withRole(String role, JsonNode content) {
    return content.path("type").asText().equals("text")
        ? JsonNodeFactory.instance
            .objectNode()
            .put("type", "text")
            .put("text", role + ": " + content.path("text").asText())
        : content;
  }
}
