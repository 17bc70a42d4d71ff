package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.thread.ThreadsApi.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.TestNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestInside;
import io.awaken.http.security.load.RequestLimits;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.submit.thread.ThreadDeletions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Deletions that wait for runs: their resources and queries. */
class WaitingDeletionTest {

  private static final Duration CHECK = Duration.ofMillis(ThreadDeletions.PAUSE_MILLIS);

  private final ThreadsApi api = new ThreadsApi();
  private final RequestGate gate = new RequestGate(new RequestLimits(2, 1, 1));

  /** Calls a route whose answer only a container can create. */
  private RequestInside ask(String thread) {
    var inside = new RequestInside(gate);
    api.threads().delete(thread, null, "true", inside.request(), new FakeExchange().response());
    return inside;
  }

  private void readAsMuchAsAdaMay() {
    for (int i = 0; i < StreamSettings.DEFAULTS.perPrincipal(); i++) {
      api.streams.reserve(ADA);
    }
  }

  @Test
  void aWaitingDeletionReleasesItsRequestPlace() {
    String thread = api.create("{}");
    api.begin(thread);

    RequestInside waiting = ask(thread);

    assertThat(gate.inside()).isZero();
    assertThat(RequestGate.hasWaited(waiting.attributes()::get)).isTrue();
    assertThat(RequestGate.hasLeft(waiting.attributes()::get)).isFalse();
  }

  @Test
  void aDeletionThatDoesNotWaitKeepsItsRequestPlace() {
    RequestInside answered = ask(api.create("{}"));

    assertThat(gate.inside()).isOne();
    assertThat(RequestGate.hasWaited(answered.attributes()::get)).isFalse();
  }

  @Test
  void aWaitingDeletionCountsAsAStreamUntilTheAnswer() {
    String thread = api.create("{}");
    api.begin(thread);

    CompletableFuture<Void> deletion = api.delete(thread, null, "true");
    api.pass(CHECK);
    assertThat(api.streams.count()).isOne();

    api.execute();
    api.pass(CHECK);
    assertThat(deletion).isCompleted();
    assertThat(api.streams.count()).isZero();
  }

  @Test
  void aCallerWithoutAFreeStreamCancelsNothing() {
    String thread = api.create("{}");
    RunId run = api.begin(thread);
    readAsMuchAsAdaMay();

    Refusal refusal = refused(api.delete(thread, null, "true"));

    assertThat(refusal.status()).isEqualTo(429);
    assertThat(refusal.code()).isEqualTo("too_many_streams");
    api.execute();
    assertThat(api.asking.record(run).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void anIdleThreadIsDeletedWithoutAStreamPlace() {
    String thread = api.create("{}");
    readAsMuchAsAdaMay();

    assertThat(api.delete(thread, null, "true")).isCompleted();
  }

  @Test
  void aStoppingNodeSendsWaitingClientsElsewhere() throws InterruptedException {
    String thread = api.create("{}");
    api.begin(thread);
    CompletableFuture<Void> deletion = api.delete(thread, null, "true");

    assertThat(api.streams.closeAll(Duration.ZERO)).isFalse();
    api.settle();

    assertThat(refused(deletion).status()).isEqualTo(503);
    assertThat(refused(deletion).retryAfter()).isEqualTo(1);
    assertThat(api.streams.closeAll(Duration.ZERO)).isTrue();
    api.execute();
    api.pass(CHECK);
    assertThat(api.exists(thread)).isTrue();
    assertThat(api.timer.waiting()).isZero();
  }

  @Test
  void theFamilyIsNotSearchedAtEveryCheck() {
    String top = api.create("{}");
    String middle = api.createBelow(top);
    String bottom = api.createBelow(middle);
    api.begin(bottom);
    AtomicInteger generations = api.between.calls(ThreadStore.class, "children");
    CompletableFuture<Void> deletion = api.delete(top, "cascade", "true");
    assertThat(generations).hasValue(3);

    api.pass(Duration.ofSeconds(3));
    assertThat(generations).hasValue(3);

    String born = api.createBelow(bottom);
    api.execute();
    api.pass(CHECK);
    assertThat(deletion).isCompleted();
    assertThat(List.of(top, middle, bottom, born)).noneMatch(api::exists);
  }

  @Test
  void aRunSubmittedDuringTheWaitIsCancelledToo() {
    String thread = api.create("{}");
    api.begin(thread);
    CompletableFuture<Void> deletion = api.delete(thread, null, "true");
    RunId behind =
        api.asking
            .node
            .service
            .submit(TestNode.request(thread, "behind").by(ADA).as(SubmitMode.QUEUE))
            .runId();

    api.pass(CHECK);
    assertThat(api.asking.record(behind).status()).isEqualTo(RunStatus.DONE);
    assertThat(deletion).isNotDone();

    api.execute();
    api.pass(CHECK);
    assertThat(deletion).isCompleted();
  }
}
