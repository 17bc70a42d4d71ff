package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Whatever is done to the mailbox, by owners and by those who are owners no more, no job makes a
 * transition that is not in the table of {@link JobStatus}.
 */
@Rows(190)
public abstract class JobTransitionsContract extends SuspendingContract {

  private static final int MOVES = 400;

  private final Random random = new Random(7);
  private final List<ThreadId> threads = List.of(newThread(), newThread(), newThread());

  /** Every claim there ever was, those that are lost too. */
  private final List<Claim> claims = new ArrayList<>();

  /** Runs that asked something. */
  private final List<Fence> waited = new ArrayList<>();

  private final List<RunId> runs = new ArrayList<>();

  @Test
  void noJobMakesATransitionThatIsNotInTheTable() {
    Map<JobId, JobStatus> before = stores.jobs();
    Set<JobStatus> seen = EnumSet.noneOf(JobStatus.class);
    for (int move = 0; move < MOVES; move++) {
      String moved = move();
      Map<JobId, JobStatus> after = stores.jobs();
      assertAllowed(moved, before, after);
      seen.addAll(after.values());
      before = after;
    }
    assertThat(seen).containsExactlyInAnyOrder(JobStatus.values());
  }

  private static void assertAllowed(
      String move, Map<JobId, JobStatus> before, Map<JobId, JobStatus> after) {
    after.forEach(
        (job, now) -> {
          JobStatus then = before.get(job);
          if (then == null) {
            assertThat(now).as("%s begins a job", move).isIn(JobStatus.QUEUED, JobStatus.CLAIMED);
          } else if (then != now) {
            assertThat(then.next()).as("%s, from %s", move, then).contains(now);
          }
        });
    assertThat(after.keySet()).as(move).containsAll(before.keySet());
  }

  private String move() {
    return switch (random.nextInt(12)) {
      case 0 -> submit(newToken());
      case 1 -> submit(null);
      case 2, 3 -> claimOne();
      case 4 -> "release " + (claims.isEmpty() || stores.mailbox().release(any(claims).fence()));
      case 5 -> nack(random.nextInt(4) == 0);
      case 6 -> expire();
      case 7 -> end();
      case 8 -> ask();
      case 9 -> answer();
      case 10 -> cancel();
      default -> redrive();
    };
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String submit(ClaimToken token) {
    var submission = submission(any(threads), token);
    runs.add(submission.runId());
    if (stores.mailbox().submit(submission) instanceof SubmitResult.Claimed claimed) {
      claims.add(claimed.claim());
    }
    return "submit";
  }

  private String claimOne() {
    stores.passBackoff();
    stores.mailbox().due(1).stream()
        .flatMap(candidate -> stores.mailbox().claim(candidate, newToken()).stream())
        .forEach(claims::add);
    return "claim";
  }

  private String nack(boolean permanent) {
    return claims.isEmpty()
        ? "nothing"
        : "nack: " + stores.mailbox().nack(any(claims).fence(), "Broken", permanent);
  }

  private String expire() {
    if (random.nextBoolean()) {
      stores.expireLeases();
    }
    return "sweep: " + stores.mailbox().reclaimExpired(10);
  }

  private String end() {
    return claims.isEmpty() ? "nothing" : owned("end", () -> finish(any(claims)));
  }

  private String ask() {
    if (claims.isEmpty()) {
      return "nothing";
    }
    Fence fence = any(claims).fence();
    boolean first = waited.stream().noneMatch(asked -> asked.runId().equals(fence.runId()));
    return first
        ? owned(
            "park",
            () -> {
              stores.runCommit().park(fence, asks(question(fence, "c-1")));
              waited.add(fence);
            })
        : "nothing";
  }

  private String answer() {
    return waited.isEmpty() ? "nothing" : "decide: " + decide(any(waited), "c-1").taken();
  }

  private String cancel() {
    CancelResult result =
        runs.isEmpty() || random.nextInt(3) > 0 ? null : stores.runs().cancel(any(runs), ANN);
    return "cancel: " + result;
  }

  private String redrive() {
    List<Map.Entry<JobId, JobStatus>> jobs = List.copyOf(stores.jobs().entrySet());
    if (jobs.isEmpty()) {
      return "nothing";
    }
    JobId job = any(jobs).getKey();
    String id = fresh("again");
    var run = new RunId("run-" + id);
    runs.add(run);
    var results = new ArrayList<String>();
    for (ThreadId thread : threads) {
      var wish = new Redrive(thread, job, run, new JobId("job-" + id), ANN, false);
      results.add(stores.mailbox().redrive(wish).getClass().getSimpleName());
    }
    return "redrive: " + results;
  }

  private static String owned(String what, Runnable write) {
    try {
      write.run();
      return what;
    } catch (StaleFence | CancelPending | DecisionPending e) {
      return what + " refused";
    }
  }
}
