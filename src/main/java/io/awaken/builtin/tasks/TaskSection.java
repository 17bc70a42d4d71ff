package io.awaken.builtin.tasks;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The section {@code tasks} of an agent.
 *
 * @param agents existing agents that the model may start as tasks; default the agent's delegates
 * @param awaited whether a run ends only after the tasks that it has started; default false
 */
public record TaskSection(List<String> agents, @JsonProperty("await") Boolean awaited) {

  static final ConfigSection<TaskSection> SECTION =
      ConfigSection.of("tasks", schema(), TaskSection.class, () -> new TaskSection(null, false))
          .refusing(TaskSection::missing);

  private static final int MAX_AGENTS = 64;

  public TaskSection {
    awaited = awaited != null && awaited;
  }

  /** The agents that the model may start. */
  List<String> of(AgentSpec agent) {
    return agents == null ? agent.delegates() : agents;
  }

  /** The first agent that does not exist. */
  private Optional<String> missing(Predicate<String> existing) {
    return agents == null
        ? Optional.empty()
        : IntStream.range(0, agents.size())
            .filter(i -> !existing.test(agents.get(i)))
            .mapToObj(i -> "agents[%d] '%s' does not exist".formatted(i, agents.get(i)))
            .findFirst();
  }

  private static JsonNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties
        .putObject("agents")
        .put("type", "array")
        .put("maxItems", MAX_AGENTS)
        .putObject("items")
        .put("type", "string")
        .put("minLength", 1);
    properties.putObject("await").put("type", "boolean");
    return schema.put("additionalProperties", false);
  }
}
