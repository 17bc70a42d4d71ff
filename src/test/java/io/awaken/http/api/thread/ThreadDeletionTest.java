package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.thread.ThreadsApi.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.BusyThread;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.thread.ThreadDeletions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Deletions of threads, with their runs and children. */
class ThreadDeletionTest {

  private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

  private final ThreadsApi api = new ThreadsApi();

  @Test
  @Rows(230)
  void anIdleThreadIsDeletedAtOnce() {
    String thread = api.create("{}");

    assertThat(api.delete(thread, null, null)).isCompleted();

    assertThat(api.exists(thread)).isFalse();
    assertThat(refusal(() -> api.delete(thread, null, null)).status()).isEqualTo(404);
  }

  @Test
  @Rows(233)
  void aWaitingRunBlocksTheDeletionWithItsQuestions() {
    String thread = api.create("{}");
    RunId run = api.asking.ask(thread, AskingApi.ADA);
    String question = api.asking.question(run).ticket().suspension().id();

    Refusal refusal = refused(api.delete(thread, null, "false"));

    assertThat(refusal.status()).isEqualTo(409);
    assertThat(AskingApi.json(refusal))
        .isEqualTo(
            AskingApi.json(
                """
                {"error":"thread %s has an open run: %s; cancel=true cancels it",
                 "code":"thread_busy","details":{"run_id":"%s","suspension_ids":["%s"]}}
                """
                    .formatted(thread, run, run, question)));
    assertThat(api.exists(thread)).isTrue();
  }

  @Test
  void aRunOfANamedCallerOccupiesAnAnonymousThreadAndIsNotNamed() {
    String thread = api.as(Caller.ANONYMOUS).create("{}");
    RunId run = api.asking.ask(thread, AskingApi.ADA);

    Refusal refusal = refused(api.delete(thread, null, null));

    assertThat(refusal.code()).isEqualTo("thread_busy");
    assertThat(refusal.details()).isNull();
    assertThat(refusal.message()).doesNotContain(run.value());
    assertThat(api.exists(thread)).isTrue();
  }

  @Test
  void waitingAndQueuedRunsAreCancelledOnRequest() {
    String thread = api.create("{}");
    RunId waiting = api.asking.ask(thread, AskingApi.ADA);
    api.asking.node.service.submit(
        TestNode.request(thread, "behind").by(AskingApi.ADA).as(SubmitMode.QUEUE));

    assertThat(api.delete(thread, null, "true")).isCompleted();

    assertThat(api.exists(thread)).isFalse();
    assertThat(api.asking.node.stores.runs().find(waiting)).isEmpty();
  }

  @Test
  @Rows(1300)
  void itsTasksAreCancelledAndRunsOfOtherThreadsBelowContinue() {
    String thread = api.create("{}");
    var call =
        new ParentCall(
            new ThreadId(thread).key(), new RunId("r"), "c", 0, "a", 1, new RunId("r"), null);
    RunSpec work = RunSpec.of("a", null, List.of(Message.user("m", "pay"))).calledBy(call);
    var task =
        new Submission(
            new RunId("task"), new ThreadId("below"), new JobId("task"), AskingApi.ADA, work);
    api.asking.node.stores.mailbox().submits().submit(task);
    RunId other = api.begin(api.createBelow(thread));

    assertThat(api.delete(thread, null, null)).isCompleted();

    assertThat(api.exists(thread)).isFalse();
    assertThat(api.asking.node.record(task.runId()).termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertThat(api.asking.node.record(other).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void anExecutingRunIsAwaitedWithoutAThread() {
    String thread = api.create("{}");
    api.begin(thread);

    CompletableFuture<Void> deletion = api.delete(thread, null, "true");
    api.pass(Duration.ofSeconds(2));
    assertThat(deletion).isNotDone();
    assertThat(api.exists(thread)).isTrue();

    api.execute();
    api.pass(Duration.ofMillis(100));
    assertThat(deletion).isCompleted();
    assertThat(api.exists(thread)).isFalse();
    assertThat(api.timer.waiting()).isZero();
  }

  @Test
  void aRunThatDoesNotEndBlocksTheDeletion() {
    String thread = api.create("{}");
    RunId run = api.begin(thread);

    CompletableFuture<Void> deletion = api.delete(thread, null, "true");
    api.pass(FIVE_SECONDS.minusMillis(100));
    assertThat(deletion).isNotDone();
    api.pass(Duration.ofMillis(200));

    Refusal refusal = refused(deletion);
    assertThat(refusal.status()).isEqualTo(409);
    assertThat(refusal.code()).isEqualTo("thread_busy");
    assertThat(refusal.message())
        .endsWith("an open run: " + run + ", 5 seconds after it was cancelled");
    assertThat(refusal.details()).isEqualTo(new BusyThread(run, List.of()));
    assertThat(api.timer.waiting()).isZero();
    assertThat(api.exists(thread)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("successors")
  void aNewThreadWithTheSameIdIsNotDeleted(Caller successor) {
    String thread = api.create("{}");
    RunId run = api.begin(thread);
    CompletableFuture<Void> deletion = api.delete(thread, null, "true");
    assertThat(deletion).isNotDone();
    api.execute();
    assertThat(api.asking.record(run).termination()).isNotNull();
    api.asking.node.stores.threads().delete(new ThreadId(thread), AskingApi.ADA, false);
    api.asking.clock.advance(Duration.ofMillis(1));
    RunId other = api.asking.ask(thread, successor);

    api.pass(Duration.ofMillis(200));

    Refusal refusal = refused(deletion);
    assertThat(refusal.code()).isEqualTo("thread_not_found");
    assertThat(refusal.details()).isNull();
    assertThat(api.exists(thread)).isTrue();
    assertThat(api.asking.record(other).termination()).isNull();
  }

  static List<Caller> successors() {
    return List.of(AskingApi.BOB, AskingApi.ADA);
  }

  @Test
  void byDefaultChildrenLoseTheirParent() {
    String parent = api.create("{}");
    String child = api.createBelow(parent);

    assertThat(api.delete(parent, "detach", null)).isCompleted();

    assertThat(api.patch(child, "{}").has("parent_thread_id")).isFalse();
  }

  @Test
  void aThreadWithChildrenIsKeptOnRequestAndItsRunsContinue() {
    String parent = api.create("{}");
    String child = api.createBelow(parent);
    RunId run = api.asking.ask(parent, AskingApi.ADA);

    Refusal refusal = refused(api.delete(parent, "reject", "true"));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("has_children");
    assertThat(refusal.field()).isEqualTo("child_strategy");
    assertThat(api.asking.record(run).termination()).isNull();
    assertThat(api.delete(child, "reject", null)).isCompleted();
    assertThat(api.delete(parent, "reject", "true")).isCompleted();
  }

  @Test
  void anInvisibleChildBlocksTheDeletionToo() {
    String parent = api.as(Caller.ANONYMOUS).create("{}");
    api.as(AskingApi.ADA).createBelow(parent);
    RunId run = api.asking.ask(parent, Caller.ANONYMOUS);

    Refusal refusal = refused(api.as(Caller.ANONYMOUS).delete(parent, "reject", "true"));

    assertThat(refusal.code()).isEqualTo("has_children");
    assertThat(api.asking.record(run).termination()).isNull();
  }

  @Test
  void aFamilyIsDeletedOnRequestUnlessOneRunBlocksIt() {
    String top = api.create("{}");
    String middle = api.createBelow(top);
    String bottom = api.createBelow(middle);
    String other = api.create("{}");
    RunId run = api.asking.ask(bottom, AskingApi.ADA);

    assertThat(refused(api.delete(top, "cascade", null)).details())
        .isInstanceOfSatisfying(BusyThread.class, busy -> assertThat(busy.runId()).isEqualTo(run));
    assertThat(List.of(top, middle, bottom)).allMatch(api::exists);

    assertThat(api.delete(top, "cascade", "true")).isCompleted();
    assertThat(List.of(top, middle, bottom)).noneMatch(api::exists);
    assertThat(api.exists(other)).isTrue();
  }

  @Test
  void onlyVisibleThreadsOfAFamilyAreDeleted() {
    String top = api.as(Caller.ANONYMOUS).create("{}");
    String adas = api.as(AskingApi.ADA).createBelow(top);

    assertThat(api.as(Caller.ANONYMOUS).delete(top, "cascade", null)).isCompleted();

    assertThat(api.exists(top)).isFalse();
    assertThat(api.as(AskingApi.ADA).patch(adas, "{}").has("parent_thread_id")).isFalse();
  }

  @Test
  void aFamilyOfMoreThan1000ThreadsIsNotDeletedAtOnce() {
    String top = api.create("{}");
    IntStream.range(0, ThreadDeletions.MAX_THREADS).forEach(i -> api.createBelow(top));

    Refusal refusal = refused(api.delete(top, "cascade", null));

    assertThat(refusal.status()).isEqualTo(409);
    assertThat(refusal.code()).isEqualTo("too_many_threads");
    assertThat(refusal.message()).contains("more than 1000 threads");
    assertThat(api.exists(top)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"orphan,,child_strategy", "DETACH,,child_strategy", ",yes,cancel"})
  void aBadParameterIsRefusedByItsName(String children, String cancel, String field) {
    String thread = api.create("{}");

    Refusal refusal = refusal(() -> api.delete(thread, children, cancel));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(api.exists(thread)).isTrue();
  }
}
