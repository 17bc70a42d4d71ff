package io.awaken.http.api.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.Arrays;
import java.util.Optional;

/**
 * The response format of one run, in its request (features row 1020).
 *
 * @param type {@code text}, {@code json_object} or {@code json_schema}
 * @param name of the format for the model; for a schema only
 * @param schema of draft 2020-12, for the type {@code json_schema}; see {@link
 *     FormatRules#ofCaller}
 * @param strict see {@link ResponseFormat#strict}; for a schema only
 */
record AskedFormat(
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
