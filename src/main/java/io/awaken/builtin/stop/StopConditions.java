package io.awaken.builtin.stop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Codec;
import java.util.ArrayList;
import java.util.List;

/**
 * The stop conditions of an agent's document (features row 141), read once:
 *
 * <pre>{@code
 * [{"type": "max_rounds", "rounds": 10}, {"type": "content_match", "pattern": "(?i)goodbye"}]
 * }</pre>
 *
 * @param specs as declared
 * @param policies their implementations, in that order
 */
public record StopConditions(List<JsonNode> specs, List<StopPolicy> policies) {

  /** Maximum conditions of an agent. */
  public static final int MAX_CONDITIONS = 32;

  public static final StopConditions NONE = new StopConditions(List.of(), List.of());

  /** The conditions as a section: the field {@code stop_conditions} of an agent. */
  public static final ConfigSection<StopConditions> SECTION =
      new ConfigSection<>(AgentSpec.STOP_CONDITIONS, schema(), new Json(), () -> NONE);

  public StopConditions {
    specs = List.copyOf(specs);
    policies = List.copyOf(policies);
  }

  /**
   * Parses conditions.
   *
   * @throws IllegalArgumentException naming the condition, the field and its limit, or the position
   *     of an error in a pattern
   */
  public static StopConditions parse(List<JsonNode> specs) {
    if (specs.size() > MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          "stop_conditions has " + specs.size() + " entries, the limit is " + MAX_CONDITIONS);
    }
    var policies = new ArrayList<StopPolicy>(specs.size());
    for (int i = 0; i < specs.size(); i++) {
      policies.add(ConditionFields.policy("stop_conditions[" + i + "]", specs.get(i)));
    }
    return new StopConditions(specs, policies);
  }

  private static JsonNode schema() {
    ObjectNode schema =
        JsonNodeFactory.instance.objectNode().put("type", "array").put("maxItems", MAX_CONDITIONS);
    ObjectNode item = schema.putObject("items").put("type", "object");
    ArrayNode types =
        item.putObject("properties").putObject("type").put("type", "string").putArray("enum");
    ConditionFields.TYPES.forEach(types::add);
    item.putArray("required").add("type");
    return schema;
  }

  /** Converts from and to the declared form. */
  private static final class Json implements Codec<StopConditions> {

    @Override
    public JsonNode encode(StopConditions conditions) {
      return JsonNodeFactory.instance.arrayNode().addAll(conditions.specs());
    }

    @Override
    public StopConditions decode(JsonNode json) {
      if (!json.isArray()) {
        throw new IllegalArgumentException("stop_conditions is a list");
      }
      var specs = new ArrayList<JsonNode>(json.size());
      json.forEach(specs::add);
      return parse(specs);
    }
  }
}
