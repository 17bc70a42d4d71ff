package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.ClientTool;
import io.awaken.core.schema.SchemaDocument;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.core.tool.ToolDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Tools that the client of a run declares, in addition to those of the server. */
public final class ClientTools {

  /** Maximum tools of a run. */
  public static final int MAX_TOOLS = 64;

  /** Maximum bytes of all tools as JSON. */
  public static final int MAX_BYTES = 64 * 1024;

  private static final String FIELD = "frontend_tools";

  private ClientTools() {}

  /** A client declared invalid tools; the message is fit for the client. */
  public static final class Invalid extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    private Invalid(String field, String message) {
      super(message);
      this.field = field;
    }

    /** The invalid field, as the native API names it. */
    public String field() {
      return field;
    }
  }

  /**
   * Refuses invalid tools, and names of the server's own tools.
   *
   * @throws Invalid naming field and rule
   * @throws ResolveException when the agent does not exist
   */
  public static void check(RegistrySnapshot registry, String agentId, List<ClientTool> declared) {
    if (declared.isEmpty()) {
      return;
    }
    if (declared.size() > MAX_TOOLS) {
      throw refused(FIELD, "must have at most " + MAX_TOOLS + " entries");
    }
    var taken = new HashSet<>(registry.tools().keySet());
    taken.addAll(AgentResolver.resolve(registry, agentId).tools().keySet());
    var names = new HashSet<String>();
    long bytes = 0;
    for (int i = 0; i < declared.size(); i++) {
      String field = FIELD + "[" + i + "]";
      ClientTool tool = declared.get(i);
      checkName(field + ".name", tool.name());
      if (taken.contains(tool.name())) {
        throw refused(field + ".name", "must not be the name of a tool of the server");
      }
      if (!names.add(tool.name())) {
        throw refused(field + ".name", "must not be given twice");
      }
      bytes += size(tool);
      if (bytes > MAX_BYTES) {
        throw refused(FIELD, "must have at most " + MAX_BYTES + " bytes as JSON");
      }
      checkParameters(field + ".parameters", tool.parameters());
    }
  }

  private static void checkName(String field, String name) {
    if (!RegisteredTool.isId(name)) {
      throw refused(field, "must have 1 to 64 letters, digits, '_' and '-' only");
    }
  }

  private static void checkParameters(String field, JsonNode parameters) {
    Optional<String> breach =
        parameters == null ? Optional.empty() : SchemaDocument.breach(parameters);
    if (breach.isPresent()) {
      throw refused(field, breach.get());
    }
  }

  private static long size(ClientTool tool) {
    return length(tool.name())
        + length(tool.description())
        + (tool.parameters() == null ? 0 : length(tool.parameters().toString()));
  }

  private static long length(String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Invalid refused(String field, String rule) {
    return new Invalid(field, field + " " + rule);
  }

  /** Converts accepted declarations to tools. */
  public static List<RegisteredTool> registered(List<ClientTool> declared) {
    return declared.isEmpty() ? List.of() : declared.stream().map(ClientTools::registered).toList();
  }

  private static RegisteredTool registered(ClientTool tool) {
    JsonNode parameters =
        tool.parameters() == null
            ? JsonNodeFactory.instance.objectNode().put("type", "object")
            : tool.parameters();
    String description = tool.description() == null ? "" : tool.description();
    var descriptor = new ToolDescriptor(tool.name(), null, description, parameters, null);
    var schema = new ArgumentSchema(SchemaDocument.outline(parameters));
    return new RegisteredTool(new ClientExecutedTool(descriptor), descriptor, schema);
  }
}
