package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.run.RunStore;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.RunsResource.Waited;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestInside;
import io.awaken.http.security.load.RequestLimits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/runs/{id}/wait}. */
@Rows(231)
class RunWaitRoutesTest {

  private final RunsApi api = new RunsApi();

  private static Waited answer(CompletableFuture<Waited> wait) {
    assertThat(wait).isDone();
    return wait.join();
  }

  private static Refusal refused(CompletableFuture<Waited> wait) {
    assertThat(wait).isDone();
    return refusal(
        () -> {
          try {
            wait.join();
          } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
          }
        });
  }

  private void assertNoWaitIsOpen() {
    assertThat(api.api.streams.count()).isZero();
    assertThat(api.api.timer.waiting()).isZero();
  }

  @Test
  void aSettledRunIsReturnedAtOnce() {
    RunId run = api.waiting("t");

    Waited waited = answer(api.await(run.value(), null));

    assertThat(waited.run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(waited.timedOut()).isFalse();
    assertNoWaitIsOpen();
  }

  @Test
  void aWaitReturnsAsSoonAsTheRunEnds() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "60000");
    assertThat(wait).isNotDone();
    assertThat(api.api.streams.count()).isOne();

    api.api.asking.goOn();
    api.api.threads.runAll();

    assertThat(answer(wait).run().status()).isEqualTo(RunStatus.WAITING);
    assertThat(answer(wait).timedOut()).isFalse();
    api.pass(Duration.ofSeconds(2));
    assertNoWaitIsOpen();
  }

  @Test
  void aWaitReleasesItsRequestPlaceAndIsNotTimed() {
    String executes = api.queued("t").value();
    var gate = new RequestGate(new RequestLimits(2, 1, 1));
    var waits = new RequestInside(gate);
    var asks = new RequestInside(gate);
    var response = new FakeExchange().response();

    api.runs().await(executes, "60000", waits.request(), response);
    api.runs().await(api.waiting("other").value(), null, asks.request(), response);

    assertThat(gate.inside()).isOne();
    assertThat(RequestGate.hasWaited(waits.attributes()::get)).isTrue();
    assertThat(RequestGate.hasWaited(asks.attributes()::get)).isFalse();
  }

  @Test
  void anEndOnAnotherNodeIsSeenAtTheNextPoll() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "60000");

    api.node.stores.runs().cancel(run, AskingApi.ADA);
    assertThat(wait).isNotDone();
    api.pass(Duration.ofSeconds(2));

    assertThat(answer(wait).run().status()).isEqualTo(RunStatus.DONE);
    assertThat(answer(wait).run().terminationCode()).isEqualTo("cancelled");
    assertNoWaitIsOpen();
  }

  @Test
  void atTheTimeoutTheCurrentRunIsReturned() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "1500");
    api.pass(Duration.ofMillis(1_499));
    assertThat(wait).isNotDone();

    api.pass(Duration.ofMillis(1));

    assertThat(answer(wait).timedOut()).isTrue();
    assertThat(answer(wait).run().status()).isEqualTo(RunStatus.CREATED);
    api.pass(Duration.ofSeconds(2));
    assertNoWaitIsOpen();
  }

  @Test
  void aRunThatEndsAtTheTimeoutNeedsNoFurtherWait() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "1500");
    api.node.stores.runs().cancel(run, AskingApi.ADA);

    api.pass(Duration.ofMillis(1_500));

    assertThat(answer(wait).run().status()).isEqualTo(RunStatus.DONE);
    assertThat(answer(wait).timedOut()).isFalse();
  }

  @Test
  void aWaitIsAnsweredEvenAfterAnErrorOfTheJvm() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "1500");
    var broken = new LinkageError("broken");
    api.api.between.once(
        RunStore.class,
        "find",
        () -> {
          throw broken;
        });

    api.pass(Duration.ofMillis(1_500));

    assertThat(wait).isCompletedExceptionally();
    assertThat(wait.exceptionNow()).isSameAs(broken);
    api.pass(Duration.ofSeconds(2));
    assertNoWaitIsOpen();
  }

  @Test
  void aWaitIsAtMostTheServersLimitAndHalfAMinuteByDefault() {
    RunId run = api.queued("t");
    var usual = api.await(run.value(), null);
    var longest = api.await(run.value(), "99999999");
    var none = api.await(run.value(), "-1");
    api.pass(Duration.ZERO);
    assertThat(answer(none).timedOut()).isTrue();

    api.pass(Duration.ofSeconds(30));
    assertThat(usual).isDone();
    assertThat(longest).isNotDone();
    api.pass(Duration.ofSeconds(30));
    assertThat(longest).isDone();
  }

  @Test
  void aStoppingNodeSendsWaitingClientsElsewhere() throws InterruptedException {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "60000");

    api.api.streams.closeAll(Duration.ZERO);
    api.api.threads.runAll();

    assertThat(refused(wait).status()).isEqualTo(503);
    assertThat(refused(wait).retryAfter()).isEqualTo(1);
    assertThat(refusal(() -> api.await(run.value(), null)).status()).isEqualTo(503);
    assertThat(api.api.streams.closeAll(Duration.ZERO)).isTrue();
  }

  @Test
  void aRunThatIsDeletedMeanwhileIsNotFound() {
    RunId run = api.queued("t");
    var wait = api.await(run.value(), "60000");
    api.node.stores.runs().cancel(run, AskingApi.ADA);
    api.node.stores.threads().delete(new io.awaken.core.run.ThreadId("t"), AskingApi.ADA, false);

    api.pass(Duration.ofSeconds(2));

    assertThat(refused(wait).status()).isEqualTo(404);
  }

  @Test
  void aMissingRunAndAnInvalidNumberAreRefused() {
    RunId run = api.queued("t");

    assertThat(refusal(() -> api.await("nothing", null)).status()).isEqualTo(404);
    assertThat(refusal(() -> api.await("not/an/id", null)).status()).isEqualTo(404);
    assertThat(refusal(() -> api.await(run.value(), "soon")).field()).isEqualTo("timeout_ms");
    assertThat(refusal(() -> api.as(STRANGER).await(run.value(), null)).status()).isEqualTo(404);
    assertNoWaitIsOpen();
  }
}
