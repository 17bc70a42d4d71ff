package io.awaken.http.api.run;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Settings for the model calls of one run, in its request (features row 138). The model is not
 * among them: the operator chooses it.
 *
 * @param temperature 0 to 2
 * @param topP 0 to 1; also read as {@code topP}
 * @param maxTokens tokens of an answer, 1 to {@link #MAX_TOKENS}; also read as {@code maxTokens}
 * @param reasoningEffort {@code none} to {@code max}; also read as {@code reasoningEffort}
 * @param responseFormat format of the last answer; also read as {@code responseFormat}
 * @param maxWaitMs total milliseconds that a call waits for models, 0 to {@link #MAX_WAIT_MS}; also
 *     read as {@code maxWaitMs}
 */
public record RunOverrides(
    @Described(value = "How much answers vary.", min = 0, max = 2) Double temperature,
    @Described(value = "Share of the most likely words to choose from.", min = 0, max = 1)
        @JsonAlias("topP")
        Double topP,
    @Described(value = "Tokens of an answer.", min = 1, max = RunOverrides.MAX_TOKENS)
        @JsonAlias("maxTokens")
        Long maxTokens,
    @Described(
            value = "How much the model thinks.",
            values = {"none", "low", "medium", "high", "max"})
        @JsonAlias("reasoningEffort")
        String reasoningEffort,
    @Described("The format of the last answer; `text` removes the agent's.")
        @JsonAlias("responseFormat")
        Format responseFormat,
    @Described(
            value =
                "How long a call waits for paused or busy models, if the agent permits that long; 0"
                    + " for the error at once. Always allowed.",
            min = 0,
            max = RunOverrides.MAX_WAIT_MS)
        @JsonAlias("maxWaitMs")
        Long maxWaitMs) {

  /** Maximum number of tokens of an answer. */
  public static final int MAX_TOKENS = 1_000_000;

  /** The longest wait that an agent may have, a day. */
  public static final int MAX_WAIT_MS = 86_400_000;

  /**
   * Validates the settings; whether the caller may use them is checked on acceptance.
   *
   * @param overrides null for none
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  static InferenceOverride checked(RunOverrides overrides) {
    return overrides == null ? InferenceOverride.NONE : overrides.checked();
  }

  private InferenceOverride checked() {
    return new InferenceOverride(
        null,
        number("temperature", temperature, 2),
        tokens(),
        number("top_p", topP, 1),
        effort(),
        responseFormat == null ? null : responseFormat.checked("overrides.response_format"),
        maxWait());
  }

  private static Double number(String name, Double value, int most) {
    // This form also refuses NaN.
    if (value != null && !(value >= 0 && value <= most)) {
      throw refused(name, "must be 0 to " + most);
    }
    return value;
  }

  private Integer tokens() {
    if (maxTokens != null && (maxTokens < 1 || maxTokens > MAX_TOKENS)) {
      throw refused("max_tokens", "must be 1 to " + MAX_TOKENS);
    }
    return maxTokens == null ? null : maxTokens.intValue();
  }

  private Long maxWait() {
    if (maxWaitMs != null && (maxWaitMs < 0 || maxWaitMs > MAX_WAIT_MS)) {
      throw refused("max_wait_ms", "must be 0 to " + MAX_WAIT_MS);
    }
    return maxWaitMs;
  }

  private ReasoningEffort effort() {
    if (reasoningEffort == null) {
      return null;
    }
    try {
      return ReasoningEffort.of(JsonNodeFactory.instance.textNode(reasoningEffort));
    } catch (IllegalArgumentException e) {
      throw refused("reasoning_effort", "must be none, low, medium, high or max");
    }
  }

  private static RuntimeException refused(String name, String rule) {
    String field = "overrides." + name;
    return Refusal.invalid(field, field + " " + rule).exception();
  }

  /**
   * The response format of one run, in its request (features row 1020).
   *
   * @param type {@code text}, {@code json_object} or {@code json_schema}
   * @param name of the format for the model; for a schema only
   * @param schema of draft 2020-12, for the type {@code json_schema}; see {@link
   *     FormatRules#ofCaller}
   * @param strict see {@link ResponseFormat#strict}; for a schema only
   */
  @Schema(name = "AskedFormat")
  record Format(
      @Required
          @Described(
              value = "The type of the format.",
              values = {"text", "json_object", "json_schema"})
          String type,
      @Described(value = "The name of the format for the model.", max = 64) String name,
      @Described(
              "The JSON schema of the answer, for `json_schema` only: at most 65536"
                  + " bytes, 32 levels, no patterns, and no references to itself.")
          JsonNode schema,
      @Described(
              value = "Whether the provider may accept only schemas that it can enforce.",
              type = boolean.class,
              fallback = "false")
          Boolean strict) {

    /**
     * @param field its name in the request
     * @throws io.awaken.http.security.RefusedException 400 naming the field
     */
    ResponseFormat checked(String field) {
      if (type == null) {
        throw Refusal.missing(field + ".type").exception();
      }
      ResponseFormat.Type known =
          Arrays.stream(ResponseFormat.Type.values())
              .filter(each -> each.wire().equals(type))
              .findFirst()
              .orElseThrow(
                  () -> refused(field + ".type", "must be text, json_object or json_schema"));
      var format = new ResponseFormat(known, name, schema, strict);
      Optional<FormatRules.Breach> breach = FormatRules.ofCaller(format);
      if (breach.isPresent()) {
        throw refused(field + "." + breach.get().field(), breach.get().reason());
      }
      return format;
    }

    private static RuntimeException refused(String field, String rule) {
      return Refusal.invalid(field, field + " " + rule).exception();
    }
  }
}
