package io.awaken.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;

/**
 * The result of a run (features row 138).
 *
 * @param threadId its conversation; name it in the next request to continue
 * @param runId the run
 * @param response text of the last answer; null when there was none
 * @param steps model calls in all; 0 while the run waits for a decision
 * @param termination why it ended; {@link TerminationReason.Suspended} when it waits
 * @param inputTokens total
 * @param outputTokens total
 * @param cost of all model calls whose model has prices; null if none has
 */
public record RunResult(
    ThreadId threadId,
    RunId runId,
    String response,
    int steps,
    TerminationReason termination,
    long inputTokens,
    long outputTokens,
    Cost cost) {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * Returns the answer of a run with a response format as an object (features row 1022). Fields
   * that the type lacks are ignored.
   *
   * @throws IllegalStateException when the run did not complete, so there may be no such answer;
   *     {@link #termination} has the reason, {@link #response} the text
   * @throws IllegalArgumentException when the answer is not JSON of this type
   */
  public <T> T output(Class<T> type) {
    if (!(termination instanceof TerminationReason.NaturalEnd) || response == null) {
      throw new IllegalStateException(
          "run " + runId + " has no answer in the requested format: " + termination);
    }
    try {
      return MAPPER.readValue(response, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the answer of run " + runId + " is not a " + type.getSimpleName(), e);
    }
  }
}
