package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Whatever is done to the mailbox, by owners and by those who are owners no more, it answers and
 * shows what {@link MailboxModel} does: owner, generation and attempts. Each time with another
 * seed.
 */
@Rows({188, 190, 194})
public abstract class MailboxModelContract extends StoreContract {
  private static final int MOVES = 150;
  private static final int MANY_MOVES = 400;
  private static final int ALL = 1_000;

  /** Below the bound of the stores under test, which other suites look after. */
  private static final int QUEUED = 30;

  private final MailboxModel model = new MailboxModel(Stores.SETTINGS.maxAttempts());
  private final List<ThreadId> threads = List.of(newThread(), newThread(), newThread());

  /** The last fence of every claim there ever was, those that are lost too. */
  private final Map<ClaimToken, Fence> fences = new HashMap<>();

  private final Map<JobId, Candidate> candidates = new HashMap<>();
  private final List<String> moves = new ArrayList<>();
  private Random random;

  @Test
  void whateverIsDoneItIsAsTheModelSays() {
    play(MOVES);
  }

  @Test
  @Nightly("each move reads all jobs")
  void howeverMuchIsDoneItIsAsTheModelSays() {
    play(MANY_MOVES);
  }

  private void play(int number) {
    long seed = System.nanoTime();
    System.out.println("seed of the moves: " + seed);
    random = new Random(seed);
    for (int i = 0; i < number; i++) {
      moves.add("");
      try {
        move();
        assertThat(shown()).isEqualTo(model.seen());
        assertThat(Set.copyOf(dueJobs())).isEqualTo(model.due());
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ", after " + moves, e);
      }
    }
  }

  private Map<JobId, MailboxModel.Seen> shown() {
    var everything = new JobQuery.Filter(ANN.tenant(), null, null, null);
    return stores.mailbox().jobs(new JobQuery(everything, null, 0, ALL)).items().stream()
        .collect(
            Collectors.toMap(
                job -> job.jobId(),
                job ->
                    new MailboxModel.Seen(
                        job.status(),
                        job.generation(),
                        job.attempts().count(),
                        job.run().status() == RunStatus.DONE)));
  }

  private void move() {
    switch (random.nextInt(16)) {
      case 0, 1 -> submit(newToken());
      case 2, 3 -> submit(null);
      case 4, 5, 6 -> claimDue(any(dueJobs()));
      case 7 -> claimDue(any(new ArrayList<>(model.jobs.keySet())));
      case 8 -> release();
      case 9 -> nack();
      case 10 -> commit();
      case 11 -> finish();
      case 12 -> expireAndSweep();
      case 13 -> renew();
      case 14 -> interrupt();
      default -> cancel();
    }
  }

  private <T> T any(List<T> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }

  private void did(String move) {
    moves.set(moves.size() - 1, move);
  }

  private void submit(ClaimToken token) {
    long queued = model.all().stream().filter(MailboxModel.Job::queued).count();
    if (queued > QUEUED) {
      return;
    }
    SubmitMode mode = any(List.of(SubmitMode.QUEUE, SubmitMode.QUEUE, SubmitMode.REJECT));
    mode = random.nextInt(8) == 0 ? SubmitMode.INTERRUPT : mode;
    var asked = submission(any(threads), token).as(mode);
    did("submit " + asked.jobId() + " to " + asked.threadId() + " " + mode + " " + token);
    candidates.put(asked.jobId(), candidate(asked));
    var result = stores.mailbox().submit(asked);
    if (result instanceof SubmitResult.Claimed claimed) {
      keep(claimed.claim());
    }
    assertThat(accepted(result))
        .isEqualTo(model.submit(asked.threadId(), asked.jobId(), asked.runId(), mode, token));
  }

  private static MailboxModel.Accepted accepted(SubmitResult result) {
    RunId other =
        switch (result) {
          case SubmitResult.Queued queued -> queued.stopping();
          case SubmitResult.Refused refused -> refused.run();
          default -> null;
        };
    return new MailboxModel.Accepted(result.getClass().getSimpleName(), other);
  }

  private void keep(Claim claim) {
    fences.put(claim.fence().token(), claim.fence());
  }

  private void claimDue(JobId id) {
    if (id == null) {
      return;
    }
    did("claim " + id);
    var token = newToken();
    var claim = stores.mailbox().claim(candidates.get(id), token);
    claim.ifPresent(this::keep);
    assertThat(claim.isPresent()).isEqualTo(model.claim(id, token));
    claim.ifPresent(
        claimed -> assertThat(claimed.attempt()).isEqualTo(model.seen().get(id).attempts()));
  }

  /** One of the owners as a rule, and now and then somebody who is none any more. */
  private ClaimToken anyClaim() {
    List<ClaimToken> all = List.copyOf(fences.keySet());
    List<ClaimToken> owners = all.stream().filter(model::owns).toList();
    return owners.isEmpty() || random.nextInt(4) == 0 ? any(all) : any(owners);
  }

  private void release() {
    ClaimToken token = anyClaim();
    if (token != null) {
      did("release " + token);
      assertThat(stores.mailbox().release(fences.get(token))).isEqualTo(model.release(token));
    }
  }

  private void nack() {
    ClaimToken token = anyClaim();
    if (token != null) {
      boolean permanent = random.nextInt(5) == 0;
      did("nack " + token + (permanent ? " for good" : ""));
      var result = stores.mailbox().nack(fences.get(token), "Broken", permanent);
      assertThat(result.getClass().getSimpleName()).isEqualTo(model.nack(token, permanent));
    }
  }

  private void commit() {
    ClaimToken token = anyClaim();
    if (token == null) {
      return;
    }
    did("commit " + token);
    Fence fence = fences.get(token);
    String result;
    try {
      Fence next = stores.runCommit().commit(fence, step(null, answer(fence, "so far")));
      fences.put(token, next);
      result = "written";
    } catch (StaleFence e) {
      result = "stale";
    }
    assertThat(result).isEqualTo(model.owns(token) ? "written" : "stale");
  }

  private void finish() {
    ClaimToken token = anyClaim();
    if (token == null) {
      return;
    }
    RunOutcome outcome = random.nextBoolean() ? ANSWERED : CANCELLED;
    did("finish " + token + " " + outcome.termination());
    boolean owned = model.owns(token);
    boolean asked = owned && model.askedToStop(token) && outcome == ANSWERED;
    String result;
    try {
      stores.runCommit().finish(fences.get(token), step(null), outcome);
      result = "written";
    } catch (StaleFence e) {
      result = "stale";
    } catch (CancelPending e) {
      result = "asked to stop";
    }
    assertThat(result).isEqualTo(!owned ? "stale" : asked ? "asked to stop" : "written");
    if (result.equals("written")) {
      model.finish(token);
    }
  }

  /** Owners that renew in between keep what is theirs. */
  private void expireAndSweep() {
    did("expire and sweep");
    stores.expireLeases();
    stores.passBackoff();
    model.expire();
    model.passBackoff();
    if (random.nextInt(3) == 0) {
      renew();
    }
    assertThat(stores.mailbox().reclaimExpired(ALL)).isEqualTo(model.sweep());
  }

  /** Backoff passes as well: whoever lives renews meanwhile. */
  private void renew() {
    did(moves.getLast() + " renew");
    stores.passBackoff();
    model.passBackoff();
    var renewal = stores.mailbox().renew(fences.keySet());
    assertThat(renewal.cancelRequested()).isEqualTo(model.askedToStop());
    assertThat(renewal.owned()).isEqualTo(model.renew());
    assertThat(renewal.busy()).isEmpty();
  }

  private void interrupt() {
    ThreadId thread = any(threads);
    boolean over = random.nextInt(3) == 0;
    did((over ? "end what did not stop" : "interrupt " + thread));
    if (over) {
      assertThat(stores.mailbox().forceEndOverdue(Duration.ZERO, ALL))
          .isEqualTo(model.forceEndOverdue());
      return;
    }
    var expected = model.interrupt(thread);
    var done = stores.mailbox().interrupt(thread, ANN);
    assertThat(done.isPresent()).isEqualTo(expected != null);
    done.ifPresent(
        now ->
            assertThat(
                    new MailboxModel.Interrupted(
                        now.generation(), now.stopping(), now.superseded()))
                .isEqualTo(expected));
  }

  private void cancel() {
    var job = any(model.all());
    if (job != null) {
      did("cancel " + job.run);
      assertThat(stores.runs().cancel(job.run, ANN)).isEqualTo(model.cancel(job.run));
    }
  }
}
