package io.awaken.core.model;

import io.awaken.core.message.Message;
import io.awaken.core.spec.InferenceParameters;
import java.util.List;

/**
 * Calls models outside the run's own conversation, for example to decide whether something is
 * acceptable (features row 83). Of a run that keeps documents, the models are those that it began
 * with, as far as the section of its agent mentions them. An answer is neither streamed nor stored,
 * and what it used does not count as the run's. Blocks; thread-safe.
 */
@FunctionalInterface
public interface ModelAccess {

  /** Offers no model. */
  ModelAccess NONE =
      request -> {
        throw new IllegalArgumentException("there is no model " + request.model());
      };

  /**
   * Calls once, without retries and fallbacks, until the run is asked to stop.
   *
   * @param request its model is the id of a model's document; its messages refer to no stored media
   * @return the whole answer
   * @throws IllegalArgumentException when there is no such model
   * @throws InferenceException typed by what can be done about it
   * @throws io.awaken.core.run.RunCancelled when the run was asked to stop
   */
  StreamResult ask(LlmRequest request) throws InferenceException;

  /**
   * A call with one question, without tools and settings.
   *
   * @param modelId the id of a model's document
   * @param instruction what the model shall do; null for none
   * @return the text of the answer
   */
  default String ask(String modelId, String instruction, String question)
      throws InferenceException {
    return ask(new LlmRequest(
            modelId,
            instruction,
            List.of(Message.user(question)),
            List.of(),
            InferenceParameters.DEFAULT))
        .text();
  }
}
