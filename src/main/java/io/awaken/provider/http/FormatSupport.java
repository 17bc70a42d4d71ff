package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;
import java.util.Locale;

/**
 * The response formats that a server accepts: the option {@code response_format} of its document.
 */
public enum FormatSupport {
  /** Schemas, and JSON without one. */
  JSON_SCHEMA,
  /** JSON without a schema. */
  JSON_OBJECT,
  /** None. */
  NONE;

  /**
   * Reads the option.
   *
   * @param absent the default; may be null
   * @throws IllegalArgumentException for another value
   */
  public static FormatSupport of(ProviderSpec provider, FormatSupport absent) {
    JsonNode option = ProviderEndpoint.option(provider, "response_format");
    if (option.isMissingNode()) {
      return absent;
    }
    for (FormatSupport each : values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(option.asText())) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "provider "
            + provider.id()
            + ": adapter_options.response_format must be json_schema, json_object or none");
  }

  /** Whether the response format of a request can be sent as a schema. */
  public boolean takesSchema(LlmRequest request) {
    return this == JSON_SCHEMA
        && request.responseFormat() != null
        && request.responseFormat().schema() != null;
  }
}
