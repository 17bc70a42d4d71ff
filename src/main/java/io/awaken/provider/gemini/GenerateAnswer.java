package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ProviderFailures;
import java.util.List;

/**
 * Assembles the chunks of one answer and passes each piece to the listener. Only the first
 * candidate is read. For one thread.
 */
final class GenerateAnswer implements AnswerReader {

  private final ProviderFailures failures;
  private final AnswerParts parts;

  private TokenUsage usage;
  private String finishReason;

  /**
   * @param providerId id under which signatures are stored
   */
  GenerateAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.failures = failures;
    this.parts = new AnswerParts(providerId, listener);
  }

  @Override
  public boolean accept(JsonNode chunk) throws InferenceException {
    if (chunk.has("error")) {
      throw failures.inStream(chunk);
    }
    if (chunk.path("promptFeedback").hasNonNull("blockReason")) {
      throw failures.failure(Kind.CONTENT_FILTERED, "refused the prompt by its content filter");
    }
    if (chunk.path("usageMetadata").isObject()) {
      // Running totals; the last ones cover the whole answer.
      usage = GenerateUsage.read(chunk.path("usageMetadata"));
    }
    JsonNode candidate = chunk.path("candidates").path(0);
    for (JsonNode part : candidate.path("content").path("parts")) {
      String wrong = parts.accept(part);
      if (wrong != null) {
        throw failures.failure(Kind.PROVIDER, wrong);
      }
    }
    finishReason = candidate.path("finishReason").asText(finishReason);
    // The usage may follow.
    return false;
  }

  @Override
  public boolean finished() {
    return finishReason != null;
  }

  @Override
  public StreamResult result() throws InferenceException {
    switch (finishReason) {
      case "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION" ->
          throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
      case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS" ->
          throw failures.failure(Kind.PROVIDER, "could not read the tool call of its model");
      case "MISSING_THOUGHT_SIGNATURE" ->
          throw failures.failure(
              Kind.INVALID_REQUEST, "requires a signature that the conversation lacks");
      case "MALFORMED_RESPONSE" ->
          throw failures.failure(Kind.PROVIDER, "could not read the answer of its model");
      default -> {
        return ended();
      }
    }
  }

  @Override
  public StreamResult soFar() {
    return new StreamResult(
        parts.content(), parts.calls(), usage, stop(false, parts.calls()), false);
  }

  private StreamResult ended() throws InferenceException {
    List<ContentBlock> content = parts.content();
    List<ToolCall> calls = parts.calls();
    boolean cut = finishReason.equals("MAX_TOKENS");
    boolean silent = content.isEmpty() && calls.isEmpty();
    if (silent && !cut && !finishReason.equals("STOP")) {
      throw failures.failure(Kind.PROVIDER, "ended without an answer");
    }
    return new StreamResult(content, calls, usage, stop(cut, calls), false);
  }

  /** The provider reports one finish reason with and without calls, so the calls decide. */
  private static StopReason stop(boolean cut, List<ToolCall> calls) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }
}
