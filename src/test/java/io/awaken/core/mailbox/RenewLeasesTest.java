package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Failures;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RenewLeasesTest {

  private final AtomicLong nanos = new AtomicLong();
  private final List<Claim> lost = new ArrayList<>();
  private final LiveRuns live = new LiveRuns(nanos::get, Duration.ofDays(1), lost::add);
  private final LiveRuns.LiveRun run =
      live.add(
          new Claim(
              new Fence(
                  new ThreadId("t"),
                  new RunId("r"),
                  new JobId("j"),
                  new ClaimToken("c"),
                  1,
                  0,
                  null),
              "a",
              Caller.ANONYMOUS,
              null,
              1),
          0);

  private final StopUnconfirmed watch = new StopUnconfirmed(live, Duration.ofSeconds(24));

  private RenewLeases duty(Supplier<MailboxStore.Renewal> renewal) {
    var store =
        (LeaseStore)
            Proxy.newProxyInstance(
                LeaseStore.class.getClassLoader(),
                new Class<?>[] {LeaseStore.class},
                (proxy, method, arguments) -> renewal.get());
    return new RenewLeases(live, store);
  }

  private static MailboxStore.Renewal owned() {
    return new MailboxStore.Renewal(Set.of(new ClaimToken("c")), Set.of(), Set.of());
  }

  @Test
  void aRunThatExceedsItsTimeIsAskedToStop() {
    var token = Set.of(new ClaimToken("c"));
    duty(() -> new MailboxStore.Renewal(token, Set.of(), Set.of(), Set.of(), token)).run();

    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OVERDUE);
  }

  @Test
  void aConfirmedRunContinues() {
    nanos.addAndGet(Duration.ofSeconds(23).toNanos());
    duty(RenewLeasesTest::owned).run();
    nanos.addAndGet(Duration.ofSeconds(23).toNanos());
    watch.run();

    assertThat(run.signals.cancellation().isCancelled()).isFalse();
  }

  @Test
  void aRunWhoseClaimIsGoneStops() {
    duty(() -> new MailboxStore.Renewal(Set.of(), Set.of(), Set.of())).run();

    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
  }

  @Test
  void afterAPauseOfTheProcessAnExpiredLeaseIsNotRenewed() {
    var renewals = new AtomicLong();
    nanos.addAndGet(Duration.ofDays(2).toNanos());
    duty(() -> {
          renewals.incrementAndGet();
          return owned();
        })
        .run();

    assertThat(renewals).hasValue(0);
    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
  }

  @Test
  void aRunWhoseJobRowIsLockedContinuesUntilItsLeaseIsUnconfirmed() {
    RenewLeases busy =
        duty(
            () ->
                new MailboxStore.Renewal(
                    Set.of(), Set.of(), Set.of(), Set.of(new ClaimToken("c")), Set.of()));
    nanos.addAndGet(Duration.ofSeconds(23).toNanos());
    busy.run();
    watch.run();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();

    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    watch.run();
    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
  }

  @Test
  void aLeaseCountsFromTheRequestOfItsClaim() {
    var late =
        live.add(
            new Claim(
                new Fence(
                    new ThreadId("t2"),
                    new RunId("r2"),
                    new JobId("j2"),
                    new ClaimToken("c2"),
                    1,
                    0,
                    null),
                "a",
                Caller.ANONYMOUS,
                null,
                1),
            nanos.get() - Duration.ofSeconds(25).toNanos());
    watch.run();

    assertThat(late.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
    assertThat(run.signals.cancellation().isCancelled()).isFalse();
  }

  @Test
  @Failures("F29")
  void anUnconfirmedRunStopsBeforeItsLeaseExpires() {
    RenewLeases failing =
        duty(
            () -> {
              throw new IllegalStateException("database away");
            });
    failing.run();
    watch.run();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();

    nanos.addAndGet(Duration.ofSeconds(25).toNanos());
    watch.run();

    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
  }

  /** F29: the lease counts from the request; by then the run has stopped itself. */
  @Test
  @Failures("F29")
  void aConfirmationAfterTheLeaseDoesNotLetTheRunContinue() {
    duty(() -> {
          nanos.addAndGet(Duration.ofSeconds(25).toNanos());
          watch.run();
          assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
          nanos.addAndGet(Duration.ofSeconds(10).toNanos());
          return owned();
        })
        .run();

    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
    assertThat(live.unconfirmedFor(run, Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void aCancellationFromAnotherNodeReachesTheRun() {
    duty(() ->
            new MailboxStore.Renewal(Set.of(new ClaimToken("c")), Set.of(new RunId("r")), Set.of()))
        .run();

    assertThat(run.signals.cancellation().reason()).isEqualTo(Reason.REQUESTED);
  }

  @Test
  void aLostRunIsReportedThoughItWasCancelledBefore() {
    run.signals.cancellation().cancel(Reason.REQUESTED);

    duty(() -> new MailboxStore.Renewal(Set.of(), Set.of(), Set.of())).run();

    assertThat(lost).containsExactly(run.claim);
  }

  @Test
  void anUnconfirmedRunIsReportedAsLost() {
    watch.run();
    assertThat(lost).isEmpty();

    nanos.addAndGet(Duration.ofSeconds(25).toNanos());
    watch.run();

    assertThat(lost).containsExactly(run.claim);
  }

  @Test
  void aHangingLostRunIsNotRenewed() {
    nanos.addAndGet(Duration.ofSeconds(25).toNanos());
    watch.run();
    var asked = new AtomicBoolean();

    duty(() -> {
          asked.set(true);
          return owned();
        })
        .run();

    assertThat(live.all()).containsExactly(run);
    assertThat(asked).isFalse();
  }
}
