package com.example.moderation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.Mentions;
import java.util.List;
import java.util.Set;

/**
 * The section {@code moderation} of an agent.
 *
 * @param model the id of the model that judges
 * @param tools the tools whose calls it judges
 */
public record Policy(String model, List<String> tools) {

  /**
   * An agent without the section is not moderated. A run uses the model as configured at its start.
   */
  static final ConfigSection<Policy> SECTION =
      ConfigSection.of("moderation", schema(), Policy.class, () -> new Policy(null, List.of()))
          .mentioning(Policy::mentions);

  private Mentions mentions() {
    return tools.isEmpty()
        ? Mentions.NONE
        : new Mentions(Set.of(), Set.of(model), Set.copyOf(tools));
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("model").put("type", "string");
    properties.putObject("tools").put("type", "array").putObject("items").put("type", "string");
    schema.putArray("required").add("model").add("tools");
    return schema.put("additionalProperties", false);
  }
}
