package io.awaken.core.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.CompactionConfig;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.Place;
import java.util.List;
import java.util.Optional;

/**
 * Requests the summary of a plan from a model (features rows 154 to 156). Immutable.
 *
 * @param executor calls the model, with the retries of the agent's section {@code retry}
 * @param model the provider's name of the model
 * @param config prompts and limits
 * @param threads finds the position of the last covered message
 * @param estimator counts the summary
 */
public record Summariser(
    LlmExecutor executor,
    String model,
    CompactionConfig config,
    ThreadStore threads,
    TokenEstimator estimator) {

  /**
   * Calls the model and waits for the answer.
   *
   * @param base the state of the thread when the plan was made
   * @return empty when the conversation is gone or the answer saves too little
   * @throws InferenceException when the model fails or returns no text
   */
  public Optional<SummaryResult> summary(
      ThreadId thread, CompactionPlan plan, SummaryResult.Base base, CancellationToken stops)
      throws InferenceException {
    Place place = threads.place(thread, plan.last().id(), base.replaced()).orElse(null);
    if (place == null) {
      return Optional.empty();
    }
    StreamResult answer = executor.execute(request(plan), LlmListener.NONE, stops);
    String text = answer.text().strip();
    if (text.isEmpty()) {
      throw new InferenceException(
          InferenceException.Kind.PROVIDER, "the summariser gave no text", null);
    }
    var summary =
        new SummaryResult(
            plan.system(), plan.last().id(), place, plan.tokens(), base, text, answer.usage());
    return plan.worth(estimator.of(text), config.minSavingsRatio())
        ? Optional.of(summary)
        : Optional.empty();
  }

  private LlmRequest request(CompactionPlan plan) {
    String transcript = Transcript.of(plan.earlier(), plan.messages());
    return new LlmRequest(
        model,
        config.summarizerSystemPrompt(),
        List.of(
            Message.user(
                config.summarizerUserPrompt().replace(CompactionConfig.MESSAGES, transcript))),
        List.of(),
        new InferenceParameters(null, null, config.summaryMaxTokens(), null));
  }

  /**
   * A conversation for a summariser: one JSON object per line, so that no text can imitate another
   * message. Reasoning is omitted; media is only named (features row 156).
   */
  static final class Transcript {

    /** Longer text is cut. */
    static final int MAX_TEXT = 32_768;

    private static final ObjectMapper JSON = new ObjectMapper();

    private Transcript() {}

    /**
     * @param earlier the previous summary; null for none
     */
    static String of(String earlier, List<Message> messages) {
      var lines = new StringBuilder();
      if (earlier != null) {
        line(lines, JsonNodeFactory.instance.objectNode().put("summary", earlier));
      }
      messages.forEach(message -> line(lines, entry(message)));
      return lines.toString();
    }

    private static ObjectNode entry(Message message) {
      ObjectNode entry = JsonNodeFactory.instance.objectNode();
      entry.put("role", message.role().wire());
      String text = message.text();
      if (!text.isEmpty()) {
        entry.put("text", cut(text));
      }
      for (ContentBlock block : message.content()) {
        if (block instanceof Media media) {
          entry.withArray("media").add(media.mediaType());
        }
      }
      for (ToolCall call : message.toolCalls()) {
        entry
            .withArray("calls")
            .addObject()
            .put("tool", call.name())
            .put("arguments", cut(call.arguments().toString()));
      }
      return entry;
    }

    private static String cut(String text) {
      if (text.length() <= MAX_TEXT) {
        return text;
      }
      int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
      return text.substring(0, end) + " [cut: %d characters in all]".formatted(text.length());
    }

    private static void line(StringBuilder lines, ObjectNode entry) {
      try {
        lines.append(JSON.writeValueAsString(entry)).append('\n');
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a tree of texts is always JSON", e);
      }
    }
  }
}
