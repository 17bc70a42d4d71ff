package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RenewLeases;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.StartRate;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.mailbox.duty.ForceEndOverdueRuns;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.SettableClock;
import io.awaken.store.memory.MemoryStores;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Operations on the queue are counted by outcome. */
class QueueMetricsTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final RunMetrics observer = new RunMetrics(metrics, System::nanoTime);
  private final SettableClock clock = new SettableClock();
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveRuns live = new LiveRuns(System::nanoTime);
  private final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(LEASE, 1, "n1"));

  /** What goes wrong in the store; null for nothing. */
  private RuntimeException failure;

  /** Whether another node takes what is due. */
  private boolean taken;

  /** The claim of the last run that began at once. */
  private Claim begun;

  private final ForwardingMailbox store =
      new ForwardingMailbox(stores.mailbox()) {
        @Override
        public SubmitResult submit(Submission submission) {
          SubmitResult result = super.submit(submission);
          if (result instanceof SubmitResult.Claimed claimed) {
            begun = claimed.claim();
          }
          return result;
        }

        @Override
        public List<Candidate> due(int limit, String after) {
          if (failure != null) {
            throw failure;
          }
          return super.due(limit, after);
        }

        @Override
        public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
          return taken ? Optional.empty() : super.claim(candidate, token);
        }
      };

  private final Mailbox mailbox = mailbox(10);
  private final RunStarter starter = starter(mailbox);
  private final RunInterrupter interrupter =
      new RunInterrupter(store.ports(), mailbox.owners(), mailbox, LEASE, (task, after) -> {});
  private final RunService service = service(starter);

  /** Of a node without room, whose runs wait in the queue. */
  private final RunService full = service(starter(mailbox(0)));

  private Mailbox mailbox(int room) {
    var limits = new Mailbox.Limits(room, StartRate.unlimited(), Duration.ofSeconds(5));
    return new Mailbox(store.ports(), RunOwners.withoutBus(live), limits, observer);
  }

  private RunStarter starter(Mailbox of) {
    return new RunStarter(
        of,
        (claim, signals) -> {
          throw new IllegalStateException("broken");
        },
        threads,
        new CountingIds());
  }

  private RunService service(RunStarter starts) {
    return new RunService(
        new RunService.Stores(store.ports(), stores.runs(), stores.suspensions()),
        starts,
        interrupter,
        request -> {},
        Quotas.NONE,
        new CountingIds("id-" + starts.hashCode() + "-"));
  }

  private static RunRequest request(SubmitMode mode) {
    return new RunRequest("a", THREAD, List.of("hello"), Caller.ANONYMOUS).as(mode);
  }

  private void assertCounted(String operation, String outcome, int times) {
    assertThat(scrape())
        .contains(
            "awaken_mailbox_operations_total{operation=\"%s\",outcome=\"%s\"} %d.0"
                .formatted(operation, outcome, times));
  }

  @Test
  void submissionsClaimsAndFailedRunsAreCountedByOutcomeAndMeasured() {
    JobId dead = full.submit(request(SubmitMode.QUEUE)).jobId();
    taken = true;
    starter.claimDue();
    taken = false;
    starter.claimDue();
    assertThatThrownBy(() -> service.submit(request(SubmitMode.REJECT)))
        .isInstanceOf(RequestRefused.class);
    try (var log = new CapturedLog("io.awaken.core.mailbox.FailedRuns")) {
      threads.runAll();
      assertThat(log.warnings()).hasSize(1);
    }
    starter.claimDue();
    service.redrive(THREAD, dead, Caller.ANONYMOUS, true, "again");
    assertThatThrownBy(() -> service.redrive(THREAD, dead, Caller.ANONYMOUS, true, "another"))
        .isInstanceOf(RequestRefused.class);

    assertCounted("submit", "queued", 1);
    assertCounted("submit", "thread_busy", 1);
    assertCounted("due", "found", 3);
    assertCounted("due", "none", 2);
    assertCounted("claim", "lost", 1);
    assertCounted("claim", "claimed", 1);
    assertCounted("nack", "dead", 1);
    assertCounted("redrive", "queued", 1);
    assertCounted("redrive", "not_dead", 1);
    assertThat(scrape())
        .contains("awaken_mailbox_operation_duration_seconds_count{operation=\"claim\"} 2")
        .contains("awaken_mailbox_operation_duration_seconds_count{operation=\"submit\"} 2");
  }

  @Test
  void dutiesInterruptionsAndReleasesAreCountedByOutcome() {
    var sweep = new SweepLeases(store, mailbox);
    var force = new ForceEndOverdueRuns(store, mailbox, Duration.ZERO);
    service.submit(request(SubmitMode.QUEUE));
    sweep.run();
    force.run();
    interrupter.interrupt(THREAD, Caller.ANONYMOUS);
    interrupter.interrupt(new ThreadId("unknown"), Caller.ANONYMOUS);
    force.run();
    mailbox.handOver(begun.fence(), Duration.ZERO);
    full.submit(request(SubmitMode.QUEUE));
    starter.claimDue();
    clock.advance(LEASE.multipliedBy(2));
    sweep.run();

    assertCounted("reclaim", "none", 1);
    assertCounted("reclaim", "reclaimed", 1);
    assertCounted("take_over", "none", 1);
    assertCounted("take_over", "ended", 1);
    assertCounted("interrupt", "interrupted", 1);
    assertCounted("interrupt", "not_found", 1);
    assertCounted("release", "lost", 1);
  }

  @Test
  void aConcurrentlyWrittenClaimIsNotCountedAsLost() {
    service.submit(request(SubmitMode.QUEUE));
    var busy =
        new ForwardingMailbox(stores.mailbox()) {
          @Override
          public Renewal renew(Collection<ClaimToken> claims) {
            return new Renewal(Set.of(), Set.of(), Set.of(), Set.copyOf(claims), Set.of());
          }
        };
    new RenewLeases(live, busy, observer).run();
    assertCounted("renew", "renewed", 1);

    clock.advance(LEASE.multipliedBy(2));
    stores.mailbox().leases().reclaimExpired(1);
    new RenewLeases(live, store, observer).run();
    assertCounted("renew", "lost", 1);
  }

  @Test
  void aFailingStoreIsCountedAsAnError() {
    failure = new IllegalStateException("the database is away");

    assertThatThrownBy(starter::claimDue).hasMessage("the database is away");

    assertCounted("due", "error", 1);
  }

  private String scrape() {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.builder().build().write(out, metrics.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
