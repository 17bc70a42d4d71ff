package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.schema.FlatSchema;
import io.awaken.core.tool.ToolDescriptor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Tools as a wire sends them: with schemas that its provider takes, since one refused schema fails
 * the whole request (docs/models.md). What a schema may not say is told in the description. Calls
 * are validated against the tool's own schema. A tool is simplified once, as long as it is in use.
 * Thread-safe.
 */
public final class WireTools {

  private static final Logger LOG = System.getLogger(WireTools.class.getName());

  /** A tool by identity, since comparing schemas would cost as much as simplifying them. */
  private static final class Key extends WeakReference<ToolDescriptor> {

    private final int hash;

    Key(ToolDescriptor tool, ReferenceQueue<ToolDescriptor> gone) {
      super(tool, gone);
      this.hash = System.identityHashCode(tool);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Key key && get() != null && get() == key.get();
    }
  }

  private final String wire;
  private final Consumer<ObjectNode> rules;
  private final Map<Key, Optional<ToolDescriptor>> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<ToolDescriptor> gone = new ReferenceQueue<>();

  /**
   * @param wire its name, for the log
   * @param rules changes a flat schema ({@link FlatSchema}) to what the provider takes
   */
  public WireTools(String wire, Consumer<ObjectNode> rules) {
    this.wire = wire;
    this.rules = rules;
  }

  /** The tool for the provider; the same one if the provider takes its schema. */
  public ToolDescriptor of(ToolDescriptor tool) {
    Optional<ToolDescriptor> sent = known.get(new Key(tool, null));
    if (sent == null) {
      sent = simplified(tool);
      for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
        known.remove(each);
      }
      known.put(new Key(tool, gone), sent);
    }
    return sent.orElse(tool);
  }

  /** Writes the field {@code tools} in the format of Chat Completions, unless there are none. */
  public void writeFunctions(JsonGenerator json, LlmRequest request) throws IOException {
    if (request.tools().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (ToolDescriptor each : request.tools()) {
      ToolDescriptor tool = of(each);
      json.writeStartObject();
      json.writeStringField("type", "function");
      json.writeObjectFieldStart("function");
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      json.writeFieldName("parameters");
      json.writeTree(tool.parameters());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private Optional<ToolDescriptor> simplified(ToolDescriptor tool) {
    JsonNode own = tool.parameters();
    ObjectNode schema =
        own instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    JsonNode description = schema.path("description");
    FlatSchema.flatten(schema);
    rules.accept(schema);
    if (schema.equals(own)) {
      return Optional.empty();
    }
    LOG.log(
        Level.DEBUG,
        "the schema of the tool {0} is simplified for {1}; calls are validated against its own",
        tool.id(),
        wire);
    // Not every provider gives the model the description of the schema.
    String before = description.asText("");
    String told = schema.path("description").asText("").substring(before.length()).strip();
    if (description.isMissingNode()) {
      schema.remove("description");
    } else {
      schema.set("description", description);
    }
    String text = tool.description() == null ? "" : tool.description();
    return Optional.of(
        new ToolDescriptor(
            tool.id(),
            tool.name(),
            (text + "\n\n" + told).strip(),
            schema,
            tool.category(),
            tool.primaryArgument(),
            tool.destructive()));
  }
}
