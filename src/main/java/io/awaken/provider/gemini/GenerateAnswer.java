package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
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
import java.util.Locale;
import java.util.Set;

/**
 * Assembles the chunks of one answer and passes each piece to the listener. Only the first
 * candidate is read. For one thread.
 */
final class GenerateAnswer implements AnswerReader {

  private static final Set<String> ENDS = Set.of("STOP", "TOOL_CALLS");

  private static final Set<String> CUT = Set.of("MAX_TOKENS", "LENGTH");

  private final ProviderFailures failures;
  private final GeneratedParts parts;

  private TokenUsage usage;
  private String finishReason;

  /** An error counts also after a reason, which some models send with each chunk. */
  private InferenceException failed;

  /**
   * @param providerId id under which signatures are stored
   */
  GenerateAnswer(String providerId, LlmListener listener, ProviderFailures failures) {
    this.failures = failures;
    this.parts = new GeneratedParts(providerId, listener);
  }

  @Override
  public boolean accept(JsonNode event) throws InferenceException {
    try {
      read(event);
    } catch (InferenceException e) {
      failed = e;
      throw e;
    }
    // More parts and the usage may follow a reason.
    return false;
  }

  private void read(JsonNode event) throws InferenceException {
    // Code Assist and proxies of it wrap the document.
    JsonNode chunk = event.path("response").isObject() ? event.path("response") : event;
    if (failures.isError(chunk)) {
      throw failures.inStream(chunk);
    }
    if (isSet(chunk.path("promptFeedback").path("blockReason"))) {
      throw failures.failure(Kind.CONTENT_FILTERED, "refused the prompt by its content filter");
    }
    if (chunk.path("usageMetadata").isObject()) {
      // Running totals; the last ones cover the whole answer.
      usage = usage(chunk.path("usageMetadata"));
    }
    candidate(first(chunk.path("candidates")));
  }

  private void candidate(JsonNode candidate) throws InferenceException {
    boolean first = parts.isEmpty();
    parts.chunk();
    for (JsonNode part : candidate.path("content").path("parts")) {
      String wrong = parts.accept(part);
      if (wrong != null) {
        throw failures.failure(Kind.PROVIDER, wrong);
      }
    }
    if (first && !parts.isEmpty()) {
      // Some gateways send a reason with each chunk, also before the first part.
      finishReason = null;
    }
    if (isSet(candidate.path("finishReason"))) {
      finishReason = candidate.path("finishReason").textValue();
    }
  }

  /** Candidate 0, in whatever order they come. */
  private static JsonNode first(JsonNode candidates) {
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.path(i).path("index").asInt(0) == 0) {
        return candidates.path(i);
      }
    }
    return MissingNode.getInstance();
  }

  /** Whether it is a name other than the default value. */
  private static boolean isSet(JsonNode name) {
    return name.isTextual()
        && !name.textValue().isBlank()
        && !name.textValue().endsWith("_UNSPECIFIED");
  }

  @Override
  public boolean finished() {
    return finishReason != null;
  }

  @Override
  public StreamResult result() throws InferenceException {
    if (failed != null) {
      throw failed;
    }
    switch (reason()) {
      case "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION",
          "MODEL_ARMOR",
          "CONTENT_FILTER" ->
          throw failures.failure(Kind.CONTENT_FILTERED, "stopped the answer by its content filter");
      case "MALFORMED_FUNCTION_CALL" -> throw unreadable();
      case "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS" -> {
        if (parts.calls().isEmpty()) {
          throw unreadable();
        }
        // The model learns what is wrong from the results.
        return soFar();
      }
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

  private InferenceException unreadable() {
    return failures.failure(Kind.PROVIDER, "could not read the tool call of its model");
  }

  @Override
  public StreamResult soFar() {
    return with(false);
  }

  private StreamResult ended() throws InferenceException {
    boolean cut = CUT.contains(reason());
    boolean known = cut || ENDS.contains(reason());
    StreamResult answer = with(cut);
    if (!known && answer.toolCalls().isEmpty() && !answer.isEmpty()) {
      throw failures.stoppedEarly(finishReason);
    }
    return answer;
  }

  /** Gateways pass on the names of other wires, too. */
  private String reason() {
    return finishReason.toUpperCase(Locale.ROOT);
  }

  private StreamResult with(boolean cut) {
    List<ToolCall> calls = parts.calls();
    return new StreamResult(
        parts.content(), calls, usage, stop(cut, calls), false, null, finishReason);
  }

  /** The provider reports one finish reason with and without calls, so the calls decide. */
  private static StopReason stop(boolean cut, List<ToolCall> calls) {
    if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  /**
   * Reads the usage of an answer (features row 108). The provider counts thoughts separately from
   * the answer, and the input of its own tools separately from the prompt; here each is included.
   */
  private static TokenUsage usage(JsonNode usage) {
    Integer thoughts = number(usage.path("thoughtsTokenCount"));
    return new TokenUsage(
        sum(number(usage.path("promptTokenCount")), number(usage.path("toolUsePromptTokenCount"))),
        sum(number(usage.path("candidatesTokenCount")), thoughts),
        number(usage.path("totalTokenCount")),
        number(usage.path("cachedContentTokenCount")),
        null,
        thoughts);
  }

  private static Integer sum(Integer a, Integer b) {
    return a == null || b == null ? (a == null ? b : a) : Integer.valueOf(a + b);
  }

  private static Integer number(JsonNode node) {
    return node.isNumber() ? Integer.valueOf(node.intValue()) : null;
  }
}
