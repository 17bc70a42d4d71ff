package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Gives two stores the same random commands, and compares what they answer to each and what they
 * show at the end.
 */
public final class TwinStores {
  private static final int ALL = 100;
  private static final List<Caller> CALLERS =
      List.of(
          StoreContract.ANN, StoreContract.ANN, StoreContract.COLLEAGUE, StoreContract.ANONYMOUS);

  private final Stores one;
  private final Stores other;
  private final Random random;
  private final List<ThreadId> threads =
      List.of(StoreContract.newThread(), StoreContract.newThread());
  private final List<RunId> runs = new ArrayList<>();
  private final List<Owner> owners = new ArrayList<>();
  private final List<SuspensionKey> asked = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();

  /** A claim in both; the jobs that go on with a waiting run have ids of each store's own. */
  private record Owner(Fence one, Fence other) {}

  public TwinStores(Stores one, Stores other, long seed) {
    this.one = one;
    this.other = other;
    this.random = new Random(seed);
  }

  /** Plays so many commands. */
  public void play(int number) {
    try {
      for (int i = 0; i < number; i++) {
        command();
      }
      assertThat(shown(other)).isEqualTo(shown(one));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("after " + String.join("\n  ", commands), e);
    }
  }

  private void command() {
    // Which of two jobs of one millisecond comes first is left open.
    one.age(Duration.ofMillis(1));
    other.age(Duration.ofMillis(1));
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> submit();
      case 5, 6 -> claim();
      case 7 -> owned("commit", stores -> (fence, step) -> stores.runCommit().commit(fence, step));
      case 8, 9 -> park();
      case 10, 11 -> finish();
      case 12 -> decide();
      case 13 -> {
        Caller by = by();
        each("cancel", any(runs), (stores, run) -> stores.runs().cancel(run, by));
      }
      case 14 -> {
        Caller by = by();
        each("interrupt", any(threads), (stores, it) -> stores.mailbox().interrupt(it, by));
      }
      case 15 -> giveBack();
      case 16 -> expire();
      case 17 -> redrive();
      case 18 -> {
        Duration patience = Duration.ZERO;
        both("force end", stores -> stores.mailbox().forceEndOverdue(patience, ALL));
      }
      default -> {
        Caller by = by();
        each("delete", any(threads), (stores, it) -> stores.threads().delete(it, by, false));
      }
    }
  }

  private void submit() {
    ClaimToken token = random.nextBoolean() ? StoreContract.newToken() : null;
    Caller by = by();
    Submission asked =
        StoreContract.submission(any(threads), token, by)
            .as(any(Arrays.asList(SubmitMode.values())));
    runs.add(asked.runId());
    did("submit " + asked.runId() + " " + asked.mode() + " " + token + " by " + by.subject());
    SubmitResult first = one.mailbox().submit(asked);
    SubmitResult second = other.mailbox().submit(asked);
    if (first instanceof SubmitResult.Claimed a && second instanceof SubmitResult.Claimed b) {
      assertThat(b.more()).isEqualTo(a.more());
      own(a.claim(), b.claim());
    } else {
      assertThat(second).isEqualTo(first);
    }
  }

  private void own(Claim first, Claim second) {
    assertThat(seen(second.fence())).isEqualTo(seen(first.fence()));
    assertThat(second.attempt()).isEqualTo(first.attempt());
    assertThat(second.begun()).isEqualTo(first.begun());
    owners.add(new Owner(first.fence(), second.fence()));
  }

  private static List<Object> seen(Fence fence) {
    return Arrays.asList(fence.runId(), fence.token(), fence.messageCount(), fence.messageBytes());
  }

  private void claim() {
    one.passBackoff();
    other.passBackoff();
    List<Candidate> first = one.mailbox().due(ALL);
    List<Candidate> second = other.mailbox().due(ALL);
    did("claim of " + first);
    assertThat(second.stream().map(Candidate::runId))
        .containsExactlyInAnyOrderElementsOf(first.stream().map(Candidate::runId).toList());
    if (first.isEmpty()) {
      return;
    }
    Candidate due = any(first);
    Candidate twin =
        second.stream().filter(each -> each.runId().equals(due.runId())).findAny().orElseThrow();
    ClaimToken token = StoreContract.newToken();
    Optional<Claim> a = one.mailbox().claim(due, token);
    Optional<Claim> b = other.mailbox().claim(twin, token);
    assertThat(b.isPresent()).isEqualTo(a.isPresent());
    a.ifPresent(claim -> own(claim, b.orElseThrow()));
  }

  private void park() {
    boolean batch = random.nextBoolean();
    owned(
        "park",
        stores ->
            (fence, step) -> {
              var question =
                  batch
                      ? SuspendingContract.ofBatch(fence, "c-" + step.commitId())
                      : SuspendingContract.expiring(
                          fence, "c-" + step.commitId(), DecisionAction.CANCEL);
              asked.add(question.key());
              stores.runCommit().park(fence, SuspendingContract.asks(question));
            });
  }

  private void finish() {
    var outcome = random.nextInt(3) == 0 ? StoreContract.CANCELLED : StoreContract.ANSWERED;
    owned(
        "finish " + outcome.termination(),
        stores -> (fence, step) -> stores.runCommit().finish(fence, step, outcome));
  }

  /** What an owner writes, or one that is none any more. */
  private void owned(String what, Function<Stores, BiConsumer<Fence, StepCommit>> write) {
    if (owners.isEmpty()) {
      return;
    }
    Owner owner = random.nextInt(4) == 0 ? any(owners) : owners.getLast();
    StepCommit step = StoreContract.step(null);
    did(what + " of " + owner.one().runId());
    String first = written(() -> write.apply(one).accept(owner.one(), step));
    String second = written(() -> write.apply(other).accept(owner.other(), step));
    assertThat(second).isEqualTo(first);
    if (what.equals("commit") && first.equals("written")) {
      owners.remove(owner);
      owners.add(
          new Owner(
              owner.one().advanced(step.commitId(), 0, 0),
              owner.other().advanced(step.commitId(), 0, 0)));
    }
  }

  private static String written(Runnable write) {
    try {
      write.run();
      return "written";
    } catch (StaleFence | CancelPending | DecisionPending e) {
      return e.getClass().getSimpleName();
    }
  }

  private void decide() {
    if (random.nextInt(3) == 0) {
      one.expireQuestions();
      other.expireQuestions();
      both("expire questions", stores -> stores.suspensions().expire(ALL).size());
      return;
    }
    String hash = random.nextInt(5) == 0 ? "b".repeat(64) : SuspendingContract.HASH;
    var decision = SuspendingContract.approval(StoreContract.fresh("decision"));
    each(
        "decide",
        any(asked),
        (stores, key) -> stores.suspensions().decide(key, hash, decision, "bob").taken());
  }

  private void giveBack() {
    if (owners.isEmpty()) {
      return;
    }
    Owner owner = any(owners);
    int how = random.nextInt(3);
    did((how == 0 ? "hand over " : "nack ") + owner.one().runId());
    assertThat(givenBack(other, owner.other(), how)).isEqualTo(givenBack(one, owner.one(), how));
  }

  private static Object givenBack(Stores stores, Fence fence, int how) {
    return how == 0
        ? stores.mailbox().release(fence, Duration.ofSeconds(5))
        : stores.mailbox().nack(fence, "Broken", how == 1);
  }

  private void expire() {
    one.expireLeases();
    other.expireLeases();
    both("sweep", stores -> stores.mailbox().reclaimExpired(ALL, RowPosition.START).taken());
  }

  private void redrive() {
    String id = StoreContract.fresh("id");
    RunId of = any(runs);
    if (of == null) {
      return;
    }
    Caller by = by();
    did("redrive " + of + " as " + id);
    runs.add(new RunId(id + "-run"));
    assertThat(redriven(other, of, id, by)).isEqualTo(redriven(one, of, id, by));
  }

  private static Object redriven(Stores stores, RunId of, String id, Caller by) {
    return stores.runs().find(of).map(run -> redriven(stores, run, id, by)).orElse("no such run");
  }

  private static Object redriven(Stores stores, RunRecord run, String id, Caller by) {
    var wish =
        new Redrive(
            run.threadId(), run.jobId(), new RunId(id + "-run"), new JobId(id + "-job"), by, false);
    SubmitResult result = stores.mailbox().redrive(wish);
    return result instanceof SubmitResult.Refused refused ? refused.code() : result;
  }

  private <T> void each(String what, T on, BiFunction<Stores, T, Object> how) {
    if (on != null) {
      both(what + " " + on, stores -> how.apply(stores, on));
    }
  }

  private void both(String what, Function<Stores, Object> how) {
    did(what);
    assertThat(how.apply(other)).isEqualTo(how.apply(one));
  }

  private void did(String what) {
    commands.add(what);
  }

  private Caller by() {
    return any(CALLERS);
  }

  private <T> T any(List<T> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }

  /** What stands in the stores, but for times, epochs and the ids of jobs. */
  private List<Object> shown(Stores stores) {
    var shown = new ArrayList<Object>();
    shown.add(stores.jobs().values().stream().sorted().toList());
    for (ThreadId thread : threads) {
      shown.add(stores.threads().find(thread).map(TwinStores::shown));
    }
    for (RunId run : runs) {
      shown.add(stores.runs().find(run).map(TwinStores::shown));
      shown.add(stores.runs().inbox(run));
      shown.add(stores.suspensions().ofRun(run).stream().map(SuspensionRecord::status).toList());
    }
    return shown;
  }

  private static List<Object> shown(ThreadRecord thread) {
    return Arrays.asList(
        thread.activeRunId(), thread.openRunId(), thread.latestRunId(), thread.messageCount());
  }

  private static List<Object> shown(RunRecord run) {
    return Arrays.asList(
        run.runId(), run.status(), run.termination(), run.finalOutput(), run.generation());
  }
}
