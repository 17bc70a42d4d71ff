package io.awaken.core.plugin.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.Codec;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A section of an agent's document that configures a plugin (features rows 18, 20, 35). Immutable.
 *
 * @param key its name under {@code sections}, unique among plugins
 * @param schema JSON schema that a present section must satisfy; null for none
 * @param config parses the section, once for all runs of an agent, so its result must be immutable;
 *     the message of an {@link IllegalArgumentException} that it throws is shown to the author of
 *     the document, so it names places and limits, not values
 * @param absent the configuration of an agent without the section
 * @param mentions what a configuration refers to; default nothing
 * @param warnings what its author should know of a valid configuration, each a sentence that may
 *     begin with a field of the section; logged when the document is published; default nothing
 * @param misfit why a valid configuration does not fit the agents that exist, whose ids the
 *     predicate accepts: a sentence that may begin with a field of the section and name an id; the
 *     agent is then refused; default empty
 */
public record ConfigSection<C>(
    String key,
    JsonNode schema,
    Codec<C> config,
    Supplier<C> absent,
    Function<C, Mentions> mentions,
    Function<C, List<String>> warnings,
    BiFunction<C, Predicate<String>, Optional<String>> misfit) {

  /** A section that mentions nothing. */
  public ConfigSection(String key, JsonNode schema, Codec<C> config, Supplier<C> absent) {
    this(
        key,
        schema,
        config,
        absent,
        read -> Mentions.NONE,
        read -> List.of(),
        (read, agents) -> Optional.empty());
  }

  public static <C> ConfigSection<C> of(
      String key, JsonNode schema, Class<C> config, Supplier<C> absent) {
    return new ConfigSection<>(key, schema, Codec.json(config), absent);
  }

  /** A copy that reports what a configuration refers to. */
  public ConfigSection<C> mentioning(Function<C, Mentions> what) {
    return new ConfigSection<>(key, schema, config, absent, what, warnings, misfit);
  }

  /** A copy that warns of a configuration. */
  public ConfigSection<C> warning(Function<C, List<String>> of) {
    return new ConfigSection<>(key, schema, config, absent, mentions, of, misfit);
  }

  /** A copy that refuses a configuration which does not fit the agents that exist. */
  public ConfigSection<C> refusing(BiFunction<C, Predicate<String>, Optional<String>> what) {
    return new ConfigSection<>(key, schema, config, absent, mentions, warnings, what);
  }
}
