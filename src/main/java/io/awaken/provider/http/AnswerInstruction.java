package io.awaken.provider.http;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ResponseFormat;

/**
 * Adds the response format to the prompt, for providers and models that accept no format, or only
 * together with an instruction. The text is identical in each request, so that a cached prefix
 * stays valid.
 */
public final class AnswerInstruction {

  private static final String ONLY = " and nothing else: no text around it, and no code fence.";

  private AnswerInstruction() {}

  /** The instruction for a format. */
  public static String of(ResponseFormat format) {
    return format.schema() == null
        ? "Your final answer must be one JSON object" + ONLY
        : "Your final answer must be JSON that fits the JSON schema below,"
            + ONLY
            + "\n"
            + format.schema();
  }

  /** A copy of the request with the instruction appended to its system prompt. */
  public static LlmRequest addedTo(LlmRequest request) {
    String words = of(request.responseFormat());
    String system = request.system();
    return request.withSystem(system == null || system.isBlank() ? words : system + "\n\n" + words);
  }
}
