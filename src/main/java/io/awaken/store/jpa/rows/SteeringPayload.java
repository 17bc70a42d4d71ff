package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;

/**
 * The body of an inbox entry with messages: everything needed to submit them as a run if the open
 * run ends before it consumes them.
 *
 * @param caller the sender
 * @param spec what is asked of that run
 */
record SteeringPayload(Caller caller, @JsonUnwrapped RunSpec spec) {

  /** Messages of older versions name no sender. */
  SteeringPayload {
    spec = spec.sentBy(caller.signature());
  }

  static SteeringPayload of(Submission submission) {
    return new SteeringPayload(submission.caller(), submission.spec());
  }

  /** Builds the submission; run and job get the id of the entry. */
  Submission submission(ThreadId threadId, String entryId) {
    return new Submission(new RunId(entryId), threadId, new JobId(entryId), caller, spec);
  }
}
