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
 * The wish to try again what is in the dead letter. Its run has ended and stays so; a new one gets
 * its input, on behalf of the caller of the first one, with the roles that this caller had then. No
 * caller gains roles of another caller by it: see {@link #mayFor}. All who spoke to the first run
 * count as speakers of the new one, which reads their words in the thread.
 *
 * @param threadId the thread of the job
 * @param dead the job in the dead letter
 * @param runId id of the new run; the same wish comes with the same id again
 * @param jobId id of its job
 * @param by who wishes it
 * @param operator whether he is an operator of the server
 */
public record Redrive(
    ThreadId threadId, JobId dead, RunId runId, JobId jobId, Caller by, boolean operator) {

  /**
   * Whether the caller, who sees the run, may have it tried again: as its subject, as a caller who
   * has each of the roles that it works with, or as an operator.
   *
   * @param first for whom the run was
   */
  public boolean mayFor(Caller first) {
    return operator
        || by.subject().equals(first.subject())
        || by.roles().containsAll(first.roles());
  }

  /** How the new run is delivered: as the first one was, but at once and under no key. */
  public Delivery delivery(Delivery first) {
    return Delivery.USUAL.at(first.priority()).from(first.origin(), first.sender());
  }

  /** What was said, to be said again: the thread may have these messages already. */
  public List<Message> renamed(List<Message> messages) {
    var renamed = new ArrayList<Message>(messages.size());
    for (Message message : messages) {
      renamed.add(message.withId(runId.value() + "-" + (renamed.size() + 1)));
    }
    return renamed;
  }
}
