package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.InstalledPlugin.SectionCheck;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.CompactionConfig;
import java.util.Optional;

/**
 * The section {@code compaction}: how conversations are summarised (features row 154). The runtime
 * itself reads it, for agents with an {@code autocompact_threshold}.
 */
public final class CompactionSection {

  static final String KEY = "compaction";

  private static final int MAX_PROMPT = 32_768;
  private static final int MIN_TOKENS = 64;
  private static final int MAX_TOKENS = 32_768;

  /** The section; an agent without it has the defaults. */
  public static final ConfigSection<CompactionConfig> SECTION =
      ConfigSection.of(KEY, schema(), CompactionConfig.class, () -> CompactionConfig.DEFAULT);

  private static final SectionCheck CHECK = SectionCheck.of(SECTION);

  private CompactionSection() {}

  /**
   * The agent's configuration.
   *
   * @throws ResolveException when the section is invalid
   */
  static CompactionConfig of(AgentSpec spec) {
    JsonNode json = spec.sections().get(KEY);
    if (json == null) {
      return SECTION.absent().get();
    }
    Optional<String> breach = CHECK.breach(json);
    if (breach.isPresent()) {
      throw new ResolveException(
          new ResolveError.InvalidPluginConfig(spec.id(), KEY, KEY, breach.get()));
    }
    return SECTION.config().decode(json);
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    text(properties, "summarizer_system_prompt");
    text(properties, "summarizer_user_prompt").put("pattern", "\\{messages\\}");
    properties
        .putObject("summary_max_tokens")
        .put("minimum", MIN_TOKENS)
        .put("maximum", MAX_TOKENS)
        .putArray("type")
        .add("integer")
        .add("null");
    properties
        .putObject("summary_model")
        .put("minLength", 1)
        .putArray("type")
        .add("string")
        .add("null");
    properties
        .putObject("min_savings_ratio")
        .put("type", "number")
        .put("minimum", 0)
        .put("exclusiveMaximum", 1);
    return schema;
  }

  private static ObjectNode text(ObjectNode properties, String name) {
    return properties
        .putObject(name)
        .put("type", "string")
        .put("minLength", 1)
        .put("maxLength", MAX_PROMPT);
  }
}
