package io.awaken.core.store.job;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Delivery;
import java.util.ArrayList;
import java.util.List;

/**
 * A request to retry a dead-letter job. Its run stays ended. A new run gets its input and acts for
 * the original caller with that caller's original roles, so no caller gains roles by it: see {@link
 * #mayFor}. Everyone who spoke to the first run counts as a speaker of the new one, which reads
 * their messages in the thread.
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

  /** Returns the first delivery without its delay and dedupe key. */
  public Delivery delivery(Delivery first) {
    return Delivery.USUAL.at(first.priority()).from(first.origin(), first.sender());
  }

  /** Returns the messages with new ids, since the thread may have the old ones. */
  public List<Message> renamed(List<Message> messages) {
    var renamed = new ArrayList<Message>(messages.size());
    for (Message message : messages) {
      renamed.add(message.withId(runId.value() + "-" + (renamed.size() + 1)));
    }
    return renamed;
  }
}
