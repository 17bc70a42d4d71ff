package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.McpError;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.resource.Resources;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The methods about documents, in both eras: resources, prompts, completion. Thread-safe. */
final class ResourceMethods {

  /** Values per completion, the limit of the protocol. */
  private static final int MAX_VALUES = 100;

  private final Resources resources;
  private final ResourceReader reader;
  private final DocumentResources documents;
  private final Prompts prompts;

  ResourceMethods(
      Resources resources, ResourceReader reader, DocumentResources documents, Prompts prompts) {
    this.resources = resources;
    this.reader = reader;
    this.documents = documents;
    this.prompts = prompts;
  }

  Methods with(Methods others) {
    return others
        .simple(
            "resources/list",
            invocation -> resources.list(invocation.cursor(), invocation.caller()))
        .simple("resources/templates/list", invocation -> resources.templates())
        .simple("resources/read", this::read)
        .simple("prompts/list", asked -> prompts.list(asked.cursor()))
        .simple("prompts/get", this::prompt)
        .simple("completion/complete", this::complete);
  }

  private ObjectNode prompt(Invocation asked) {
    boolean asks = asked.version().modern() && asked.abilities().client().forms();
    var client = new Prompts.Reader(asks, uri -> reader.content(uri, asked.caller()));
    return prompts.get(asked.params(), client);
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

  static String shortened(String uri) {
    int max = JsonRpc.MAX_NAME;
    return uri.length() <= max ? uri : uri.substring(0, max) + "...";
  }

  /** Completes arguments of prompts and parts of URI templates from the values in documents. */
  private ObjectNode complete(Invocation invocation) {
    JsonNode of = invocation.params().path("ref");
    JsonNode argument = invocation.params().path("argument");
    String name = text(argument.path("name"), "argument.name");
    String typed = text(argument.path("value"), "argument.value").toLowerCase(Locale.ROOT);
    List<String> values =
        known(of, name)
            .orElseThrow(
                () ->
                    Refusal.invalid("argument.name", "no prompt or template has this argument")
                        .exception());
    List<String> fitting =
        values.stream().filter(value -> value.toLowerCase(Locale.ROOT).startsWith(typed)).toList();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode completion = result.putObject("completion");
    ArrayNode list = completion.putArray("values");
    fitting.stream().limit(MAX_VALUES).forEach(list::add);
    completion.put("total", fitting.size()).put("hasMore", fitting.size() > MAX_VALUES);
    return result;
  }

  private Optional<List<String>> known(JsonNode of, String argument) {
    return switch (of.path("type").asText()) {
      case "ref/prompt" -> prompts.values(text(of.path("name"), "ref.name"), argument);
      case "ref/resource" -> {
        String template = text(of.path("uri"), "ref.uri");
        yield Resources.isTemplate(template)
            ? Optional.of(List.of())
            : documents.values(template, argument);
      }
      default ->
          throw Refusal.invalid("ref.type", "ref.type must be ref/prompt or ref/resource")
              .exception();
    };
  }

  private static String text(JsonNode value, String field) {
    if (!value.isTextual()) {
      throw Refusal.invalid(field, field + " must be a string").exception();
    }
    return value.textValue();
  }
}
