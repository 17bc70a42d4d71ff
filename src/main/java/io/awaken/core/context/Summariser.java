package io.awaken.core.context;

import io.awaken.core.message.Message;
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
}
