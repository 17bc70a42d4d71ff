package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventBus;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one PostgreSQL with {@code awaken.bus=off}: no hint reaches the other node, and
 * polls and renewals do the same later (failure F52).
 */
@Failures("F52")
class WithoutBusTest {
  private static final Duration POLL = Duration.ofSeconds(10);

  private final Databases.Fresh database = Databases.postgres();
  private final CountingIds ids = new CountingIds();
  private long nanos;
  private final OneNode full = new OneNode("full", 1);
  private final OneNode other = new OneNode("other", 10);

  @AfterEach
  void close() {
    full.stores.close();
    other.stores.close();
    database.close();
  }

  @Test
  void aRunAcceptedByAFullNodeStartsOnAnotherWithinAPoll() {
    full.dispatcher.poll();
    other.dispatcher.poll();
    RunId first = full.submit("one", SubmitMode.QUEUE);
    RunId second = full.submit("two", SubmitMode.QUEUE);
    assertThat(full.hinted()).isTrue();
    full.dispatcher.poll();
    assertThat(full.runs()).containsOnlyKeys(first);

    assertThat(other.hinted()).isFalse();
    assertThat(other.dispatcher.untilPoll()).isLessThanOrEqualTo(POLL);
    nanos += other.dispatcher.untilPoll().toNanos();
    other.dispatcher.poll();

    assertThat(other.runs()).containsOnlyKeys(second);
  }

  @Test
  void aCancellationOnAnotherNodeReachesTheOwnerWithItsNextRenewal() {
    RunId run = full.submit("one", SubmitMode.QUEUE);

    assertThat(other.canceller.cancel(run, Caller.ANONYMOUS)).isEqualTo(CancelResult.REQUESTED);
    var cancellation = full.runs().get(run).cancellation();
    assertThat(cancellation.isCancelled()).isFalse();
    full.renewal.run();

    assertThat(cancellation.reason()).isEqualTo(Reason.REQUESTED);
  }

  @Test
  void aMessageAcceptedByAnotherNodeReachesTheOwnerAtItsNextRenewal() {
    RunId run = full.submit("one", SubmitMode.QUEUE);
    var inbox = full.runs().get(run).inbox();

    assertThat(other.submit("one", SubmitMode.STEER)).isEqualTo(run);
    assertThat(inbox.raised()).isFalse();
    full.renewal.run();

    assertThat(inbox.raised()).isTrue();
  }

  /** Executes nothing: its runs remain live until the test ends. */
  private final class OneNode {
    final LiveRuns live = new LiveRuns(() -> nanos);
    final JpaStores stores;
    final Mailbox mailbox;
    final Dispatcher dispatcher;
    final RenewLeases renewal;
    final RunCanceller canceller;
    final RunService service;

    OneNode(String name, int room) {
      stores =
          new JpaStores(
              database.transactions(JpaStores.ENTITIES),
              database.database(),
              new MailboxStore.Settings(Duration.ofMinutes(5), 3, name));
      renewal = new RenewLeases(live, stores.mailbox().leases());
      var early = new EarlyRenewal(live, renewal, Runnable::run);
      var owners = new RunOwners(live, early::request, EventBus.NONE::publish);
      mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(room));
      var starter = new RunStarter(mailbox, (claim, signals) -> {}, task -> {}, ids);
      EventBus.NONE.subscribe(new HintListener(mailbox, early));
      dispatcher =
          new Dispatcher(
              starter,
              stores.mailbox().queue(),
              new Dispatcher.Duties(
                  new SweepLeases(stores.mailbox().leases(), mailbox), () -> {}, Runnable::run),
              new Dispatcher.Times(POLL, POLL),
              () -> nanos);
      canceller = new RunCanceller(stores.runs(), owners, mailbox);
      service =
          new RunService(
              new RunService.Stores(stores.mailbox(), stores.runs(), stores.suspensions()),
              starter,
              new RunInterrupter(stores.mailbox(), owners, mailbox, POLL, (task, after) -> {}),
              agent -> {},
              Quotas.NONE,
              ids);
    }

    /** Whether the dispatcher got a hint. */
    boolean hinted() {
      try {
        return mailbox.wakeUp().await(Duration.ZERO);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    RunId submit(String thread, SubmitMode mode) {
      return service.submit(RunRequest.of("a", "hi").in(new ThreadId(thread)).as(mode)).runId();
    }

    Map<RunId, RunSignals> runs() {
      return live.all().stream()
          .collect(Collectors.toMap(run -> run.claim.runId(), run -> run.signals));
    }
  }
}
