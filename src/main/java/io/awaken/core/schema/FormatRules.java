package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.spec.ResponseFormat.Type;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules for response formats (features row 1020). Thread-safe. */
public final class FormatRules {

  /** Maximum bytes of a schema as JSON. */
  public static final int MAX_BYTES = 64 << 10;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private FormatRules() {}

  /**
   * A violation of the rules.
   *
   * @param field field of the format, such as {@code schema}
   * @param reason the reason, which follows the field in a sentence
   */
  public record Breach(String field, String reason) {}

  /** Checks a trusted format, of the operator or of code. */
  public static Optional<Breach> ofOperator(ResponseFormat format) {
    return Optional.ofNullable(breach(format));
  }

  /**
   * Checks a caller's format. Its schema is untrusted, so it must have a bounded validation cost.
   */
  public static Optional<Breach> ofCaller(ResponseFormat format) {
    Breach breach = breach(format);
    if (breach != null || format.schema() == null) {
      return Optional.ofNullable(breach);
    }
    return SchemaCost.breach(format.schema()).map(reason -> new Breach("schema", reason));
  }

  private static Breach breach(ResponseFormat format) {
    if (format.type() == null) {
      return new Breach("type", "is required");
    }
    if (format.type() != Type.JSON_SCHEMA) {
      return other(format);
    }
    if (!NAME.matcher(format.name()).matches()) {
      return new Breach("name", "must have 1 to 64 letters, digits, '_' and '-' only");
    }
    if (format.schema() == null) {
      return new Breach("schema", "is required");
    }
    if (format.schema().toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return new Breach("schema", "must have at most " + MAX_BYTES + " bytes as JSON");
    }
    return ofSchema(format.schema(), format.strict())
        .map(reason -> new Breach("schema", reason))
        .orElse(null);
  }

  private static Breach other(ResponseFormat format) {
    String given =
        format.schema() != null
            ? "schema"
            : format.name() != null ? "name" : format.strict() != null ? "strict" : null;
    return given == null ? null : new Breach(given, "goes with the type json_schema only");
  }

  private static Optional<String> ofSchema(JsonNode schema, boolean strict) {
    return SchemaDocument.breach(schema)
        .or(() -> strict ? StrictSchema.breach(schema) : Optional.empty())
        .or(() -> AnswerCheck.uncompilable(schema));
  }
}
