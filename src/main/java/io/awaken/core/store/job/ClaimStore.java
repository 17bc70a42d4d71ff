package io.awaken.core.store.job;

import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.MailboxStore.Candidate;
import java.util.List;
import java.util.Optional;

/**
 * Gives queued jobs to nodes (features rows 190, 191). A conditional update of the thread row
 * decides which node owns a thread. Thread-safe.
 */
public interface ClaimStore {

  /**
   * Returns claimable jobs: queued, due, on a free thread. Tenants take turns in a stable order:
   * the first job of every tenant comes before the second job of any. Within a tenant, jobs are
   * ordered by priority, then age. Read without a lock.
   *
   * @param after the tenant that had the last turn; the order starts after it. Null to start
   *     anywhere
   */
  List<Candidate> due(int limit, String after);

  /** Like {@link #due(int, String)}, starting at any tenant. */
  default List<Candidate> due(int limit) {
    return due(limit, null);
  }

  /**
   * Claims a job: takes the thread's slot, raises its epoch and counts the attempt. The first claim
   * also cuts the thread if the run supersedes messages, and appends the input. A job that is
   * unreadable or can no longer cut its thread goes to the dead letter in the same transaction. A
   * cancelled or overdue run ends instead.
   *
   * @return empty when another node claimed it first, or no node can execute it
   */
  Optional<Claim> claim(Candidate candidate, ClaimToken token);

  /** Returns this port for a node that pins its runs; see {@link SubmitStore#pinning}. */
  ClaimStore pinning(Pins pins);
}
