package io.awaken.core.model;

import io.awaken.core.message.Message;
import io.awaken.core.spec.InferenceParameters;
import java.util.List;

/**
 * Calls models outside the run's own conversation, for example to decide whether something is
 * acceptable (features row 83). A pinned run uses the models of its version, as far as a section of
 * its agent mentions them. Answers are neither streamed nor stored, and their usage does not count
 * for the run. Blocks; thread-safe.
 */
@FunctionalInterface
public interface ModelAccess {

  /** Offers no model. */
  ModelAccess NONE =
      request -> {
        throw new IllegalArgumentException("there is no model " + request.model());
      };

  /**
   * Calls once, without retries and fallbacks; cancelled when the run is asked to stop.
   *
   * @param request with the id of a model's document as model, and without stored media
   * @return the whole answer
   * @throws IllegalArgumentException when the model does not exist
   * @throws InferenceException typed by the possible remedy
   * @throws io.awaken.core.run.RunCancelled when the run was asked to stop
   */
  StreamResult ask(LlmRequest request) throws InferenceException;

  /**
   * A call with one question, without tools and settings.
   *
   * @param modelId the id of a model's document
   * @param instruction the system prompt; null for none
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
