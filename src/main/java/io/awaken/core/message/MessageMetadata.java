package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/**
 * Where a message came from.
 *
 * @param runId the run that wrote it
 * @param stepIndex the step within that run, from 1; null for input
 * @param senderAgentId the agent that wrote it; null for people
 * @param clientId the id under which a client sent this result of a call; null for any other
 *     message
 */
public record MessageMetadata(
    String runId,
    Integer stepIndex,
    String senderAgentId,
    @JsonInclude(JsonInclude.Include.NON_NULL) String clientId) {

  /** Of a message that no client named. */
  public MessageMetadata(String runId, Integer stepIndex, String senderAgentId) {
    this(runId, stepIndex, senderAgentId, null);
  }

  /** Whether both messages are of the same step. */
  public boolean sameStep(MessageMetadata other) {
    return other != null
        && Objects.equals(runId, other.runId)
        && Objects.equals(stepIndex, other.stepIndex);
  }

  /**
   * A copy with the id of a client.
   *
   * @param id null for none
   */
  public MessageMetadata sentAs(String id) {
    return id == null ? this : new MessageMetadata(runId, stepIndex, senderAgentId, id);
  }
}
