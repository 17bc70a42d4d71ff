package io.awaken.provider.http;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;

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
    return ProviderEndpoint.option(provider, "response_format", values(), absent);
  }

  /** Whether the response format of a request can be sent as a schema. */
  public boolean takesSchema(LlmRequest request) {
    return this == JSON_SCHEMA
        && request.responseFormat() != null
        && request.responseFormat().schema() != null;
  }
}
