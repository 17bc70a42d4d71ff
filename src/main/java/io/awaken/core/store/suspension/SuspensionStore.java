package io.awaken.core.store.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads suspensions and takes decisions. Each call is one transaction; those that write lock the
 * thread row first. Thread-safe.
 */
public interface SuspensionStore {

  /** Returns all suspensions of a run in the order in which they were opened. */
  List<SuspensionRecord> ofRun(RunId runId);

  /**
   * Returns the open suspensions of several runs, also those that wait for other runs, in the order
   * in which they were opened, without runs that have none. One statement in a database.
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

  /**
   * Returns the suspensions of a run, and those of runs that its calls wait for: their questions
   * are asked where the people are.
   */
  default List<SuspensionRecord> withDelegates(RunId runId) {
    List<SuspensionRecord> all = new ArrayList<>(ofRun(runId));
    all.addAll(below(all));
    return all;
  }

  /** Returns the suspensions of runs that open suspensions wait for, and of runs below those. */
  default List<SuspensionRecord> below(List<SuspensionRecord> suspensions) {
    return suspensions.stream()
        .filter(each -> !each.ofPeople() && each.status() == SuspensionStatus.OPEN)
        .flatMap(each -> withDelegates(new RunId(AwaitedRun.of(each.ticket()).runId())).stream())
        .toList();
  }

  /** Returns the open suspensions of a run that waits, as far as a caller sees them. */
  default List<SuspensionRecord> open(RunRecord run, Caller caller) {
    return run.status() != RunStatus.WAITING
        ? List.of()
        : ofRun(run.runId()).stream()
            .filter(each -> each.status() == SuspensionStatus.OPEN && each.seenBy(caller))
            .toList();
  }

  /** Returns the open suspensions of a thread in the order in which they were opened. */
  List<SuspensionRecord> open(ThreadId threadId);

  /**
   * Returns a page of a tenant's suspensions, oldest first.
   *
   * @param limit maximum number of suspensions
   */
  List<SuspensionRecord> inbox(InboxQuery query, int limit);

  /**
   * Takes a decision if the suspension is open and concerns these arguments; the first decision
   * wins. If the run waits, an effective decision queues the job that resumes it, in the same
   * transaction.
   *
   * @param argumentsHash the arguments that the decision applies to
   * @param by the deciding subject
   */
  DecideOutcome decide(SuspensionKey key, String argumentsHash, Decision decision, String by);

  /**
   * Decides expired suspensions as their tickets specify, by the same path.
   *
   * @param limit maximum number of suspensions
   * @return the decided ones
   */
  List<DecideOutcome> expire(int limit);

  /** The result of a decision. */
  enum Taken {
    /** The run waits, and a job to resume it is queued. */
    RESUMES,
    /**
     * Stored; the run's owner acts on it, or it takes effect when the other suspensions are
     * decided.
     */
    STORED,
    /** The suspension was already decided or needs no decision; nothing was written. */
    CLOSED,
    /** The suspension concerns other arguments; nothing was written. */
    OTHER_ARGUMENTS,
    NOT_FOUND
  }

  /**
   * @param taken the result
   * @param now the current suspension; null when it does not exist
   */
  record DecideOutcome(Taken taken, SuspensionRecord now) {}

  /**
   * A filter of suspensions; every non-null field must match.
   *
   * @param tenant their tenant
   * @param requester the subject their runs act for
   * @param statuses wire names of statuses, at least one
   * @param threadId their thread
   * @param agentId their agent
   * @param action the action in their ticket
   * @param after end of the previous page
   * @param reader only questions that this caller sees; null for all
   */
  record InboxQuery(
      String tenant,
      String requester,
      List<String> statuses,
      ThreadId threadId,
      String agentId,
      String action,
      After after,
      Caller reader) {

    /** Questions of all threads, whoever sees them. */
    public InboxQuery(
        String tenant,
        String requester,
        List<String> statuses,
        ThreadId threadId,
        String agentId,
        String action,
        After after) {
      this(tenant, requester, statuses, threadId, agentId, action, after, null);
    }

    /** The end of a page: creation time and key of its last suspension. */
    public record After(long createdAt, SuspensionKey key) {}
  }
}
