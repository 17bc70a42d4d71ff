package io.awaken.provider.http;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ResponseFormat;

/**
 * Instructs a model in its prompt to answer in a format, for providers and models that take no
 * format, or only together with such words. The text is identical in each request, so that a cached
 * beginning stays one.
 */
public final class AnswerInstruction {

  private static final String ONLY = " and nothing else: no text around it, and no code fence.";

  private AnswerInstruction() {}

  /** What a model reads about a format. */
  public static String of(ResponseFormat format) {
    return format.schema() == null
        ? "Your final answer must be one JSON object" + ONLY
        : "Your final answer must be JSON that fits the JSON schema below,"
            + ONLY
            + "\n"
            + format.schema();
  }

  /** The request with the words behind its instruction. */
  public static LlmRequest told(LlmRequest request) {
    String words = of(request.responseFormat());
    String system = request.system();
    return request.withSystem(system == null || system.isBlank() ? words : system + "\n\n" + words);
  }
}
