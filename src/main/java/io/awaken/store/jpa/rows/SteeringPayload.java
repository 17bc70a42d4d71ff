package io.awaken.store.jpa.rows;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Submission;
import java.util.List;

/**
 * The body of an inbox entry with messages: everything needed to submit them as a run if the open
 * run ends before it consumes them.
 *
 * @param agentId the agent
 * @param caller the sender
 * @param parentRunId the run that delegated, or null
 * @param messages the messages
 * @param clientTools tools of the client; null for none
 * @param overrides settings of model calls; null for none
 * @param clientInput what the client sent besides messages and tools; null for none
 */
record SteeringPayload(
    String agentId,
    Caller caller,
    String parentRunId,
    List<Message> messages,
    List<ClientTool> clientTools,
    InferenceOverride overrides,
    ClientInput clientInput) {

  /** Messages of older versions name no sender. */
  SteeringPayload {
    messages = messages.stream().map(message -> message.sentBy(caller.signature())).toList();
  }

  static SteeringPayload of(Submission submission) {
    return new SteeringPayload(
        submission.agentId(),
        submission.caller(),
        submission.parentRunId() == null ? null : submission.parentRunId().value(),
        submission.messages(),
        submission.clientTools().isEmpty() ? null : submission.clientTools(),
        submission.overrides().equals(InferenceOverride.NONE) ? null : submission.overrides(),
        submission.clientInput().equals(ClientInput.NONE) ? null : submission.clientInput());
  }

  /** Builds the submission; run and job get the id of the entry. */
  Submission submission(ThreadId threadId, String entryId) {
    return new Submission(
            new RunId(entryId),
            threadId,
            new JobId(entryId),
            agentId,
            caller,
            ThreadRow.run(parentRunId),
            messages,
            null)
        .with(clientTools == null ? List.of() : clientTools)
        .with(overrides == null ? InferenceOverride.NONE : overrides)
        .with(input());
  }

  ClientInput input() {
    return clientInput == null ? ClientInput.NONE : clientInput;
  }
}
