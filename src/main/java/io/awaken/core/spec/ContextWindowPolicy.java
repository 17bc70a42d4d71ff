package io.awaken.core.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;

/**
 * How much of a conversation a model is sent (features rows 12, 146, 152). All sizes are estimated
 * tokens.
 *
 * @param maxContextTokens of a request and its answer together; default 200,000
 * @param maxOutputTokens of them kept free for the answer; default 16,384
 * @param minRecentMessages newest messages that are always sent, even over budget; default 10
 * @param enablePromptCache whether wires may mark what stays the same for the provider's cache (row
 *     110); default true
 * @param autocompactThreshold from how many tokens on a conversation is summarised; null, the
 *     default, for never
 * @param compactionMode what a summary takes the place of; default all but the newest messages
 * @param compactionRawSuffixMessages how many of the newest messages stay as they are; default 2
 */
public record ContextWindowPolicy(
    Integer maxContextTokens,
    Integer maxOutputTokens,
    Integer minRecentMessages,
    Boolean enablePromptCache,
    Integer autocompactThreshold,
    CompactionMode compactionMode,
    Integer compactionRawSuffixMessages) {

  /** What an agent has whose document says nothing. */
  public static final ContextWindowPolicy DEFAULT = new ContextWindowPolicy(null, null, null);

  /** No limit: what a document says with {@code null}. No other policy has 0 tokens. */
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

  /** A policy that leaves the provider's cache on and summarises nothing. */
  public ContextWindowPolicy(
      Integer maxContextTokens, Integer maxOutputTokens, Integer minRecentMessages) {
    this(maxContextTokens, maxOutputTokens, minRecentMessages, null, null, null, null);
  }

  /** The same, summarising conversations from so many tokens on, with the other defaults. */
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

  /** Whether everything is sent. */
  public boolean off() {
    return equals(OFF);
  }

  /**
   * The same policy, clamped to what a model can take. An answer that would leave no room for the
   * request gets a quarter of the window. A conversation is summarised at the latest when it fills
   * what is left for the request: beyond that its oldest messages are left out.
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
