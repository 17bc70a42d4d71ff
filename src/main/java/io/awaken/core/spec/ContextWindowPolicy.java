package io.awaken.core.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import io.awaken.core.spec.CompactionConfig.CompactionMode;
import io.awaken.core.spec.ModelSpec.ModelLimits;
import java.io.IOException;

/**
 * How much of a conversation is sent to a model (features rows 12, 146, 152). All sizes are
 * estimated tokens.
 *
 * @param maxContextTokens maximum tokens of a request and its answer together; default 200,000
 * @param maxOutputTokens tokens of these reserved for the answer; default 16,384
 * @param minRecentMessages newest messages that are always sent, even over budget; default 10
 * @param enablePromptCache whether the stable prefix may be marked for the provider's cache (row
 *     110); default true
 * @param autocompactThreshold tokens from which a conversation is summarised; null, the default,
 *     for never
 * @param compactionMode what a summary replaces; default all but the newest messages
 * @param compactionRawSuffixMessages number of newest messages that stay; default 2
 */
public record ContextWindowPolicy(
    Integer maxContextTokens,
    Integer maxOutputTokens,
    Integer minRecentMessages,
    Boolean enablePromptCache,
    Integer autocompactThreshold,
    CompactionMode compactionMode,
    Integer compactionRawSuffixMessages) {

  /** The default of an agent's document. */
  public static final ContextWindowPolicy DEFAULT = new ContextWindowPolicy(null, null, null);

  /** No limit, {@code null} in documents. No other policy has 0 tokens. */
  public static final ContextWindowPolicy OFF = new ContextWindowPolicy(0, 0, 0);

  public ContextWindowPolicy {
    maxContextTokens = maxContextTokens == null ? 200_000 : maxContextTokens;
    maxOutputTokens = maxOutputTokens == null ? 16_384 : maxOutputTokens;
    minRecentMessages = minRecentMessages == null ? 10 : minRecentMessages;
    enablePromptCache = enablePromptCache == null || enablePromptCache;
    compactionMode =
        compactionMode == null ? CompactionMode.KEEP_RECENT_RAW_SUFFIX : compactionMode;
    compactionRawSuffixMessages =
        compactionRawSuffixMessages == null ? 2 : compactionRawSuffixMessages;
  }

  /** A policy with the provider's cache and without summaries. */
  public ContextWindowPolicy(
      Integer maxContextTokens, Integer maxOutputTokens, Integer minRecentMessages) {
    this(maxContextTokens, maxOutputTokens, minRecentMessages, null, null, null, null);
  }

  /** A copy that summarises conversations from this many tokens, with the other defaults. */
  public ContextWindowPolicy compactingFrom(int tokens) {
    return new ContextWindowPolicy(
        maxContextTokens,
        maxOutputTokens,
        minRecentMessages,
        enablePromptCache,
        tokens,
        compactionMode,
        compactionRawSuffixMessages);
  }

  /** Whether there is no limit. */
  public boolean off() {
    return equals(OFF);
  }

  /**
   * A copy clamped to the limits of a model. An answer that would leave no room for the request
   * gets a quarter of the window. A conversation is summarised at the latest when it fills the rest
   * of the window, beyond which its oldest messages would be left out.
   */
  public ContextWindowPolicy within(ModelLimits model) {
    int context = least(maxContextTokens, model.contextWindow());
    int wanted = least(maxOutputTokens, model.maxOutputTokens());
    int output = wanted < context ? wanted : context / 4;
    return new ContextWindowPolicy(
        context,
        output,
        minRecentMessages,
        enablePromptCache,
        autocompactThreshold == null ? null : Math.min(autocompactThreshold, context - output),
        compactionMode,
        compactionRawSuffixMessages);
  }

  private static int least(int wanted, Integer limit) {
    return limit == null ? wanted : Math.min(wanted, limit);
  }

  /** Reads {@code null} as {@link #OFF}; a field that is absent stays null. */
  static final class Reader extends JsonDeserializer<ContextWindowPolicy> {

    @Override
    public ContextWindowPolicy deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return context.readValue(parser, ContextWindowPolicy.class);
    }

    @Override
    public ContextWindowPolicy getNullValue(DeserializationContext context) {
      return OFF;
    }

    @Override
    public ContextWindowPolicy getAbsentValue(DeserializationContext context) {
      return null;
    }
  }

  /** Writes {@link #OFF} as {@code null}. */
  static final class Writer extends JsonSerializer<ContextWindowPolicy> {

    @Override
    public void serialize(
        ContextWindowPolicy policy, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      if (policy.off()) {
        generator.writeNull();
      } else {
        provider.defaultSerializeValue(policy, generator);
      }
    }
  }
}
