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
 * One look through the queue, a page at a time. A job that cannot be claimed is passed by: however
 * many of them are at the head of the queue, those behind them have their turn (F36). Used by one
 * thread.
 */
final class ClaimPass {

  private static final Logger LOG = System.getLogger(ClaimPass.class.getName());

  /** After so many jobs that could not be claimed the rest waits for the next look. */
  private static final int MOST_PASSED = 1_000;

  private final IntFunction<List<Candidate>> due;
  private final Predicate<Candidate> claim;
  private final Set<JobId> passed = new HashSet<>();
  private boolean over;
  private boolean missed;
  private boolean unanswered;

  /**
   * @param due so many candidates
   * @param claim says whether a candidate was claimed
   */
  ClaimPass(IntFunction<List<Candidate>> due, Predicate<Candidate> claim) {
    this.due = due;
    this.claim = claim;
  }

  /**
   * Claims some more.
   *
   * @return how many
   */
  int next(int atMost) {
    int claimed = 0;
    boolean any = false;
    for (Candidate candidate : due.apply(atMost + passed.size())) {
      if (claimed < atMost && !passed.contains(candidate.jobId())) {
        any = true;
        if (claims(candidate)) {
          claimed++;
        } else {
          passed.add(candidate.jobId());
        }
      }
    }
    over = !any || passed.size() >= MOST_PASSED;
    return claimed;
  }

  /** Whether nothing is left that this look has not seen. */
  boolean over() {
    return over;
  }

  /**
   * Whether a job could not be had although nothing is wrong with it: somebody else has it now, or
   * held its thread at that moment, so that another look is worth while soon.
   */
  boolean missed() {
    return missed;
  }

  /**
   * Whether this look went all through the queue, and not because the store did not answer: what it
   * did not get is not to be had.
   */
  boolean wentThrough() {
    return over && (missed || !unanswered);
  }

  private boolean claims(Candidate candidate) {
    try {
      boolean claimed = claim.test(candidate);
      missed |= !claimed;
      return claimed;
    } catch (RuntimeException e) {
      unanswered |= FailedRuns.isOutage(e);
      LOG.log(
          Level.WARNING,
          "job " + candidate.jobId() + " could not be claimed; it is tried at the next look",
          e);
      return false;
    }
  }
}
