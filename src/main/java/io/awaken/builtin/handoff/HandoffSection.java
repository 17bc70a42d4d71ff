package io.awaken.builtin.handoff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.handoff.HandoffPlugin.HandoffVariant;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.Mentions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The section {@code handoff} of an agent (features row 200).
 *
 * @param variants variants of this agent, by name; default none
 * @param agents other agents that the model may hand over to; default none. Hooks may request any
 *     agent
 */
public record HandoffSection(Map<String, HandoffVariant> variants, List<String> agents) {

  static final HandoffSection NONE = new HandoffSection(null, null);

  static final ConfigSection<HandoffSection> SECTION =
      ConfigSection.of("handoff", schema(), HandoffSection.class, () -> NONE)
          .mentioning(HandoffSection::mentions);

  private static final int MAX_ENTRIES = 64;
  private static final int MAX_NAME = 128;

  public HandoffSection {
    variants = variants == null ? Map.of() : Map.copyOf(variants);
    agents = agents == null ? List.of() : List.copyOf(agents);
  }

  /**
   * The targets of the model, sorted by name.
   *
   * @param shared variants that every agent has
   */
  Set<String> targets(Set<String> shared) {
    var targets = new TreeSet<>(agents);
    targets.addAll(variants.keySet());
    targets.addAll(shared);
    return targets;
  }

  private Mentions mentions() {
    var models = new TreeSet<String>();
    var tools = new TreeSet<String>();
    for (HandoffVariant variant : variants.values()) {
      if (variant.model() != null) {
        models.add(variant.model());
      }
      if (variant.allowedTools() != null) {
        tools.addAll(variant.allowedTools());
      }
    }
    return new Mentions(Set.copyOf(agents), models, tools);
  }

  private static JsonNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ObjectNode variants = properties.putObject("variants").put("type", "object");
    variants.put("maxProperties", MAX_ENTRIES);
    variants.putObject("propertyNames").put("minLength", 1).put("maxLength", MAX_NAME);
    ObjectNode variant = variants.putObject("additionalProperties").put("type", "object");
    ObjectNode fields = variant.putObject("properties");
    fields.putObject("system_prompt").put("type", "string");
    fields.putObject("model").put("type", "string");
    fields.putObject("model_id").put("type", "string");
    names(fields, "allowed_tools");
    names(fields, "excluded_tools");
    variant.put("additionalProperties", false);
    names(properties, "agents").put("maxItems", MAX_ENTRIES);
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode names(ObjectNode properties, String name) {
    ObjectNode list = properties.putObject(name).put("type", "array");
    list.putObject("items").put("type", "string").put("minLength", 1);
    return list;
  }
}
