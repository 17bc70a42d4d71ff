package io.awaken.core.mailbox;

import io.awaken.core.run.JobId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * One pass through the queue, a page at a time. It skips jobs that cannot be claimed, so they do
 * not block the jobs behind them (F36). Confined to one thread.
 */
final class ClaimPass {

  private static final Logger LOG = System.getLogger(ClaimPass.class.getName());

  /** The pass ends after this many failed claims. */
  private static final int MOST_PASSED = 1_000;

  private final IntFunction<List<Candidate>> due;
  private final Predicate<Candidate> claim;
  private final Set<JobId> passed = new HashSet<>();
  private boolean finished;
  private boolean contended;
  private boolean storeFailed;

  /**
   * @param due reads this many candidates
   * @param claim returns whether the candidate was claimed
   */
  ClaimPass(IntFunction<List<Candidate>> due, Predicate<Candidate> claim) {
    this.due = due;
    this.claim = claim;
  }

  /**
   * Claims up to this many jobs.
   *
   * @return the number claimed
   */
  int next(int atMost) {
    int claimed = 0;
    boolean any = false;
    for (Candidate candidate : due.apply(atMost + passed.size())) {
      if (claimed < atMost && !passed.contains(candidate.jobId())) {
        any = true;
        if (tryClaim(candidate)) {
          claimed++;
        } else {
          passed.add(candidate.jobId());
        }
      }
    }
    finished = !any || passed.size() >= MOST_PASSED;
    return claimed;
  }

  /** Whether the pass has seen the whole queue or reached its limit of failed claims. */
  boolean finished() {
    return finished;
  }

  /**
   * Whether another node owned a job or locked its thread, so that another pass soon is worthwhile.
   */
  boolean contended() {
    return contended;
  }

  /** Whether the pass read the whole queue without losing the store. */
  boolean completed() {
    return finished && (contended || !storeFailed);
  }

  private boolean tryClaim(Candidate candidate) {
    try {
      boolean claimed = claim.test(candidate);
      contended |= !claimed;
      return claimed;
    } catch (RuntimeException e) {
      storeFailed |= FailedRuns.isOutage(e);
      LOG.log(
          Level.WARNING,
          "job " + candidate.jobId() + " could not be claimed; the next pass tries again",
          e);
      return false;
    }
  }
}
