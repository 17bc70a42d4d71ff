package io.awaken.core.store.job;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A request to retry a dead-letter job. Its run stays ended. A new run gets its input and acts for
 * the original caller with that caller's original roles, so no caller gains roles by it: see {@link
 * #mayFor}. Everyone who spoke to the first run counts as a speaker of the new one, which reads
 * their messages in the thread. The end of a background task is told again, under its first id.
 *
 * @param threadId the thread of the job
 * @param dead the dead-letter job
 * @param runId id of the new run; a repeated request has the same id
 * @param jobId id of its job
 * @param by the requesting caller
 * @param operator whether this caller is an operator of the server
 */
public record Redrive(
    ThreadId threadId, JobId dead, RunId runId, JobId jobId, Caller by, boolean operator) {

  /**
   * Returns whether the caller, who can see the run, may redrive it: as its subject, as a caller
   * with every role of the run, or as an operator.
   *
   * @param first the original caller
   */
  public boolean mayFor(Caller first) {
    return operator
        || by.subject().equals(first.subject())
        || by.roles().containsAll(first.roles());
  }

  /** Returns whether the caller sees a run of this thread that acts for this subject. */
  public boolean sees(ThreadAccess thread, String tenant, String subject) {
    return thread.allows(by, ThreadAction.WRITE) && by.sees(tenant, subject);
  }

  /** The result of this redrive, however often it is repeated. */
  public SubmitResult queued() {
    return new SubmitResult.Queued(jobId);
  }

  /**
   * Returns the submission of the new run: without delay and dedupe key, and with new message ids,
   * since the thread may have the old ones.
   *
   * @param first the original caller
   * @param deadRun the dead run
   * @param asked what was asked of it, with its messages
   * @param begun whether it had begun, so that its thread has the state and the cut
   */
  public Submission submission(Caller first, RunId deadRun, RunSpec asked, boolean begun) {
    Delivery before = asked.delivery();
    RunSpec again =
        asked
            .withMessages(renamed(asked.messages()))
            .withDelivery(
                Delivery.USUAL.at(before.priority()).from(before.origin(), before.sender()));
    if (asked.parent() != null) {
      again = again.calledBy(asked.parent().again(deadRun));
    }
    if (begun) {
      again = again.withClientInput(again.clientInput().withoutState()).superseding(null);
    }
    return new Submission(runId, threadId, jobId, first, again);
  }

  private List<Message> renamed(List<Message> messages) {
    var renamed = new ArrayList<Message>(messages.size());
    for (Message message : messages) {
      renamed.add(message.withId(runId.value() + "-" + (renamed.size() + 1)));
    }
    return renamed;
  }
}
