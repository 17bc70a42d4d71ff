package io.awaken.core.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.text.WholeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.stream.Collectors;

/** Validates answers against their response format (features row 1021). Thread-safe. */
public final class FormatCheck {

  private static final Logger LOG = System.getLogger(FormatCheck.class.getName());

  private static final int SHOWN = 5;
  private static final int MAX_REASON = 1_000;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private FormatCheck() {}

  /**
   * Why a text violates a format, in at most {@value #MAX_REASON} characters; empty when valid.
   *
   * @param format a format that satisfies the {@link FormatRules}
   */
  public static Optional<String> breach(ResponseFormat format, String text) {
    if (!format.json()) {
      return Optional.empty();
    }
    JsonNode json;
    try {
      json = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return Optional.of(shortened("it is not JSON: " + e.getOriginalMessage()));
    }
    if (json == null || json.isMissingNode()) {
      return Optional.of("it is empty");
    }
    if (format.schema() == null) {
      return json.isObject() ? Optional.empty() : Optional.of("it is not a JSON object");
    }
    try {
      return errors(compiled(format.schema()), json);
    } catch (RuntimeException | StackOverflowError e) {
      // An unchecked schema of a plugin, or a schema that only refers to itself.
      LOG.log(
          Level.WARNING,
          "an answer counts as invalid: its schema cannot be evaluated: {0}",
          e.toString());
      return Optional.of("its schema cannot be followed");
    }
  }

  private static Optional<String> errors(Schema schema, JsonNode json) {
    var errors = schema.validate(json);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(
            shortened(
                errors.stream()
                    .limit(SHOWN)
                    .map(Error::toString)
                    .collect(Collectors.joining("; "))));
  }

  /** Why a well-formed schema cannot be compiled; empty when it can. */
  static Optional<String> uncompilable(JsonNode schema) {
    try {
      compiled(schema).initializeValidators();
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of("has something that answers cannot be checked against");
    }
  }

  /** Compiled separately, since two schemas may have the same {@code $id}. */
  private static Schema compiled(JsonNode schema) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
  }

  private static String shortened(String reason) {
    return reason.length() <= MAX_REASON ? reason : WholeText.cut(reason, MAX_REASON) + "...";
  }
}
