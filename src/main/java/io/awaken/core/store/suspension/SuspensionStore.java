package io.awaken.core.store.suspension;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads questions, and takes decisions. Each call is one transaction; those that write take the
 * thread row first. Thread-safe.
 */
public interface SuspensionStore {

  /** All questions of a run, in the order in which they were asked. */
  List<SuspensionRecord> ofRun(RunId runId);

  /**
   * The open questions of several runs, in the same order; runs without any are not in it. One
   * statement in a database.
   */
  default Map<RunId, List<SuspensionRecord>> openOf(Collection<RunId> runs) {
    Map<RunId, List<SuspensionRecord>> found = new HashMap<>();
    for (RunId run : runs) {
      List<SuspensionRecord> questions =
          ofRun(run).stream().filter(each -> each.status() == SuspensionStatus.OPEN).toList();
      if (!questions.isEmpty()) {
        found.put(run, questions);
      }
    }
    return found;
  }

  /** The open questions of a thread, in the order in which they were asked. */
  List<SuspensionRecord> open(ThreadId threadId);

  /**
   * A page of a tenant's questions, oldest first.
   *
   * @param limit questions at the most
   */
  List<SuspensionRecord> inbox(InboxQuery query, int limit);

  /**
   * Takes a decision if the question is open and is about these arguments; the first one wins. On a
   * run that waits, a decision that counts queues the job that resumes it, in the same transaction.
   *
   * @param argumentsHash what the decision is for
   * @param by the subject that decides
   */
  DecideOutcome decide(SuspensionKey key, String argumentsHash, Decision decision, String by);

  /**
   * Decides questions whose time is up, as their tickets say, on the same path.
   *
   * @param limit questions at the most
   * @return those that were decided
   */
  List<DecideOutcome> expire(int limit);

  /** What became of a decision. */
  enum Taken {
    /** The run waits, and a job to resume it is queued. */
    RESUMES,
    /** Stored; the run's owner acts on it, or it counts when the other questions are decided. */
    STORED,
    /** The question had been decided, or needed no decision any more; nothing was written. */
    CLOSED,
    /** The question is about other arguments; nothing was written. */
    OTHER_ARGUMENTS,
    /** There is no such question. */
    NOT_FOUND
  }

  /**
   * @param taken what became of it
   * @param now the question as it is now; null when there is none
   */
  record DecideOutcome(Taken taken, SuspensionRecord now) {}

  /**
   * Which questions; all that are not null must hold.
   *
   * @param tenant whose
   * @param requester asked on behalf of this subject
   * @param statuses wire names of statuses, at least one
   * @param threadId of one thread
   * @param agentId of one agent
   * @param action with this action in the ticket
   * @param after the last one of the page before
   */
  record InboxQuery(
      String tenant,
      String requester,
      List<String> statuses,
      ThreadId threadId,
      String agentId,
      String action,
      After after) {

    /** Where a page begins: behind the question with this time and suspension id. */
    public record After(long createdAt, SuspensionKey key) {}
  }
}
