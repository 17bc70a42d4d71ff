package io.awaken.provider.http;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResponseFormat;

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

  private static final String ONLY = " and nothing else: no text around it, and no code fence.";

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

  /** The instruction for a format. */
  public static String instruction(ResponseFormat format) {
    return format.schema() == null
        ? "Your final answer must be one JSON object" + ONLY
        : "Your final answer must be JSON that fits the JSON schema below,"
            + ONLY
            + "\n"
            + format.schema();
  }

  /** A copy of the request with the instruction appended to its system prompt. */
  public static LlmRequest withInstruction(LlmRequest request) {
    String words = instruction(request.responseFormat());
    String system = request.system();
    return request.withSystem(system == null || system.isBlank() ? words : system + "\n\n" + words);
  }
}
