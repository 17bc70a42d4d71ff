package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.plugin.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import java.util.Optional;

/**
 * The section {@code retry}: what is done about model calls that fail (features rows 33, 103). No
 * plugin reads it: it decides which executor a run gets.
 */
final class RetrySection {

  static final String KEY = "retry";

  private static final int MAX_RETRIES = 10;
  private static final int MAX_FALLBACKS = 8;
  private static final int MAX_BACKOFF_BASE_MS = 8_000;

  private static final ConfigSection<LlmRetryPolicy> SECTION =
      ConfigSection.of(
          KEY, schema(), LlmRetryPolicy.class, () -> new LlmRetryPolicy(0, null, null));
  private static final SectionCheck CHECK = SectionCheck.of(SECTION);

  private RetrySection() {}

  /**
   * The agent's policy; nothing is retried when it has no such section.
   *
   * @throws ResolveException when the section does not fit
   */
  static LlmRetryPolicy of(AgentSpec spec) {
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
    integer(properties, "max_retries", MAX_RETRIES);
    integer(properties, "backoff_base_ms", MAX_BACKOFF_BASE_MS);
    properties
        .putObject("fallback_models")
        .put("type", "array")
        .put("maxItems", MAX_FALLBACKS)
        .putObject("items")
        .put("type", "string");
    return schema;
  }

  private static void integer(ObjectNode properties, String name, int max) {
    properties.putObject(name).put("type", "integer").put("minimum", 0).put("maximum", max);
  }
}
