package io.awaken.server.metrics;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamWatch.End;
import io.awaken.store.memory.MemoryStores;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The metrics of a node's work, as a scrape reads them. */
class MeteredWorkTest {

  private final MemoryStores stores = new MemoryStores(new SettableClock(), Stores.SETTINGS);
  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final MeteredCommits commits = new MeteredCommits(stores.runCommit(), metrics);
  private final Claim claim = claimed();

  @Test
  void everyWriteOfARunIsMeasuredAndItsEndCountsAsAcknowledged() {
    var next = commits.commit(claim.fence(), step("one"));
    assertThat(scrape()).contains("awaken_mailbox_dispatch_signal_ack_total 0.0");
    commits.finish(
        next, step("end"), new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1));

    assertThat(scrape())
        .contains("awaken_commit_duration_seconds_count{operation=\"commit\"} 1")
        .contains("awaken_commit_duration_seconds_count{operation=\"finish\"} 1")
        .contains("awaken_mailbox_dispatch_signal_ack_total 1.0");
  }

  @Test
  void aRefusedWriteIsMeasuredButNotCountedAsAcknowledged() {
    commits.finish(
        claim.fence(),
        step("end"),
        new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1));
    assertThatThrownBy(() -> commits.park(claim.fence(), step("late")))
        .isInstanceOf(StaleFence.class);

    assertThat(scrape())
        .contains("awaken_commit_duration_seconds_count{operation=\"park\"} 1")
        .contains("awaken_mailbox_dispatch_signal_ack_total 1.0");
  }

  @Test
  void lostRunsAreCountedButNotCancelledOnes() {
    new MeteredRuns((run, signals) -> signals.cancellation().cancel(Reason.REQUESTED), metrics)
        .execute(claim, new RunSignals());
    assertThat(scrape()).contains("awaken_lease_losses_total 0.0");

    var losing =
        new MeteredRuns(
            (run, signals) -> {
              signals.cancellation().cancel(Reason.OWNERSHIP_LOST);
              throw new StaleFence(run.fence());
            },
            metrics);
    assertThatThrownBy(() -> losing.execute(claim, new RunSignals()))
        .isInstanceOf(StaleFence.class);
    assertThat(scrape()).contains("awaken_lease_losses_total 1.0");
  }

  @Test
  void redeliveredJobsAreCountedSeparately() {
    var runs = new MeteredRuns((run, signals) -> {}, metrics);
    runs.execute(claim, new RunSignals());
    runs.execute(
        new Claim(claim.fence(), claim.agentId(), claim.caller(), null, 2), new RunSignals());

    assertThat(scrape())
        .contains("awaken_mailbox_dispatch_signal_pulled_total 2.0")
        .contains("awaken_mailbox_dispatch_signal_redelivery_total 1.0");
  }

  @Test
  void waitingTimeIsMeasuredForEveryStartAndAgeOnlyForTheFirst() {
    var runs = new MeteredRuns((run, signals) -> {}, metrics);
    Duration second = Duration.ofSeconds(1);
    runs.execute(
        claim.after(new Waited(second.multipliedBy(8), second.multipliedBy(5), second)),
        new RunSignals());
    var again = new Claim(claim.fence(), claim.agentId(), claim.caller(), null, 2);
    runs.execute(
        again.after(new Waited(second.multipliedBy(90), second.multipliedBy(2), second)),
        new RunSignals());

    assertThat(scrape())
        .contains("awaken_mailbox_dispatch_enqueue_to_start_seconds_count 1")
        .contains("awaken_mailbox_dispatch_enqueue_to_start_seconds_sum 8.0")
        .contains("awaken_mailbox_dispatch_eligible_to_start_seconds_count 2")
        .contains("awaken_mailbox_dispatch_eligible_to_start_seconds_sum 7.0")
        .contains("awaken_mailbox_dispatch_claim_to_start_seconds_sum 2.0");
  }

  @Test
  void streamsAreCountedByHowTheyEnd() {
    var streams = new MeteredStreams(metrics);
    streams.opened();
    streams.opened();
    streams.ended(End.COMPLETE);
    streams.ended(End.SLOW);

    assertThat(scrape())
        .contains("awaken_streams_opened_total 2.0")
        .contains("awaken_streams_ended_total{reason=\"complete\"} 1.0")
        .contains("awaken_streams_ended_total{reason=\"slow\"} 1.0");
  }

  @Test
  void theQueueIsReadOnceForAllItsFigures() {
    var queries = new AtomicInteger();
    var queue =
        new QueueWatch() {
          @Override
          public Optional<Due> nextDue() {
            throw new UnsupportedOperationException();
          }

          @Override
          public Figures figures() {
            queries.incrementAndGet();
            return new Figures(12, 3, Duration.ofMillis(4_500), Duration.ofSeconds(90));
          }
        };
    metrics.watch(queue, Runnable::run, new SettableClock());
    scrape();

    assertThat(scrape())
        .contains("awaken_mailbox_queue_depth 12.0")
        .contains("awaken_mailbox_dead_letters 3.0")
        .contains("awaken_mailbox_oldest_due_seconds 4.5")
        .contains("awaken_database_oldest_snapshot_seconds 90.0");
    assertThat(queries).hasValue(1);
  }

  private Claim claimed() {
    var submission =
        new Submission(
            new RunId("r"),
            new ThreadId("t"),
            new JobId("j"),
            "helper",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("in", "hello")),
            new ClaimToken("token"));
    return ((SubmitResult.Claimed) stores.mailbox().submits().submit(submission)).claim();
  }

  private static StepCommit step(String id) {
    return aCommit(id).messages(Message.user(id, "text")).build();
  }

  private String scrape() {
    var text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.builder().build().write(text, metrics.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
