package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.InstalledPlugin.SectionCheck;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The section {@code retry}: how failed model calls are retried (features rows 33, 103). The
 * runtime itself reads it, to choose the executor of a run.
 */
final class RetrySection {

  static final String KEY = "retry";

  private static final int MAX_RETRIES = 10;
  private static final int MAX_FALLBACKS = 8;
  private static final int MAX_BACKOFF_BASE_MS = 8_000;

  /** Maximum duration of a run, a day. */
  private static final Duration MAX_WAIT = Duration.ofHours(24);

  /** An ISO 8601 duration of hours, minutes and seconds. */
  private static final String DURATION = "^PT([0-9]{1,5}H)?([0-9]{1,5}M)?([0-9]{1,5}S)?$";

  private static final ConfigSection<Written> SECTION =
      ConfigSection.of(
          KEY,
          schema(),
          Written.class,
          () -> new Written(0, null, null, null, null, null, null, null));
  private static final SectionCheck CHECK = SectionCheck.of(SECTION);

  private RetrySection() {}

  /** The raw section. */
  private record Written(
      Integer maxRetries,
      List<String> fallbackModels,
      Integer backoffBaseMs,
      Integer overloadedBaseMs,
      Double jitter,
      String maxWait,
      Integer maxStreamRetries,
      Boolean allowEmptyAnswer) {

    LlmRetryPolicy policy() {
      return new LlmRetryPolicy(
          maxRetries,
          fallbackModels,
          backoffBaseMs,
          overloadedBaseMs,
          jitter,
          maximum(maxWait),
          maxStreamRetries,
          allowEmptyAnswer);
    }
  }

  /**
   * The agent's policy; without the section only interrupted answers are continued.
   *
   * @throws ResolveException when the section is invalid
   */
  static LlmRetryPolicy of(AgentSpec spec) {
    JsonNode json = spec.sections().get(KEY);
    if (json == null) {
      return LlmRetryPolicy.NONE;
    }
    Optional<String> breach = CHECK.breach(json);
    if (breach.isPresent()) {
      throw refused(spec, breach.get());
    }
    try {
      return SECTION.config().decode(json).policy();
    } catch (IllegalArgumentException e) {
      throw refused(spec, e.getMessage());
    }
  }

  private static ResolveException refused(AgentSpec spec, String reason) {
    return new ResolveException(new ResolveError.InvalidPluginConfig(spec.id(), KEY, KEY, reason));
  }

  private static Duration maximum(String text) {
    if (text == null) {
      return null;
    }
    if ("PT".equals(text) || Duration.parse(text).compareTo(MAX_WAIT) > 0) {
      throw new IllegalArgumentException("max_wait must be PT0S to PT24H");
    }
    return Duration.parse(text);
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    integer(properties, "max_retries", MAX_RETRIES);
    integer(properties, "max_stream_retries", MAX_RETRIES);
    integer(properties, "backoff_base_ms", MAX_BACKOFF_BASE_MS);
    integer(properties, "overloaded_base_ms", MAX_BACKOFF_BASE_MS);
    properties.putObject("jitter").put("type", "number").put("minimum", 0).put("maximum", 1);
    properties.putObject("allow_empty_answer").put("type", "boolean");
    properties.putObject("max_wait").put("type", "string").put("pattern", DURATION);
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
