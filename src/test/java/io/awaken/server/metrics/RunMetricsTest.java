package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.message.Message;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The metrics of a node's work, as a scrape reads them. */
class RunMetricsTest {

  private static final String ACK = "awaken_mailbox_dispatch_signal_ack_total";

  private final MemoryStores stores = new MemoryStores(new SettableClock(), Stores.SETTINGS);
  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final RunMetrics observer = new RunMetrics(metrics, System::nanoTime);
  private final Claim claim = claimed();

  @Test
  void everyWriteOfARunIsMeasuredAndItsEndCountsAsAcknowledged() {
    var ackBefore = new ArrayList<Boolean>();
    TestNode node =
        node(
            new ForwardingCommit(stores.runCommit()) {
              @Override
              public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
                ackBefore.add(scrape().contains(ACK + " 0.0"));
                return super.finish(fence, last, outcome);
              }
            });
    node.run("thread", "weather?");

    assertThat(ackBefore).containsExactly(true);
    assertThat(scrape())
        .contains("awaken_commit_duration_seconds_count{operation=\"commit\"} 2")
        .contains("awaken_commit_duration_seconds_count{operation=\"finish\"} 1")
        .contains(ACK + " 1.0");
  }

  @Test
  void aRefusedWriteIsMeasuredButNotCountedAsAcknowledged() {
    TestNode node =
        node(
            new ForwardingCommit(stores.runCommit()) {
              @Override
              public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
                throw new StaleFence(fence);
              }
            });
    node.submit("thread", "weather?");
    node.executeAll();

    assertThat(scrape())
        .contains("awaken_commit_duration_seconds_count{operation=\"finish\"} 1")
        .contains(ACK + " 0.0");
  }

  private TestNode node(RunCommit commits) {
    return new TestNode(
        RuntimeStores.of(stores).with(commits),
        TestNode.observed(observer),
        new ScriptedModel(
            Script.builder().calls("look", Map.of("value", "Bern")).says("fine").build()),
        agent -> agent,
        List.of(),
        FunctionTool.answering("look", "sun"));
  }

  @Test
  void lostRunsAreCountedButNotCancelledOnes() {
    execute(claim, (run, signals) -> signals.cancellation().cancel(Reason.REQUESTED));
    assertThat(scrape()).contains("awaken_lease_losses_total 0.0");

    execute(
        claim,
        (run, signals) -> {
          signals.cancellation().cancel(Reason.OWNERSHIP_LOST);
          throw new IllegalStateException("its lease was lost");
        });
    assertThat(scrape()).contains("awaken_lease_losses_total 1.0");
  }

  private void execute(Claim begun, RunExecutor runs) {
    var owners = RunOwners.withoutBus(new LiveRuns(System::nanoTime));
    var mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(10), observer);
    new RunStarter(mailbox, runs, Runnable::run, new CountingIds()).begin(begun, mailbox.now());
  }

  @Test
  void redeliveredJobsAreCountedSeparately() {
    observer.started(claim);
    observer.started(new Claim(claim.fence(), claim.agentId(), claim.caller(), null, 2));

    assertThat(scrape())
        .contains("awaken_mailbox_dispatch_signal_pulled_total 2.0")
        .contains("awaken_mailbox_dispatch_signal_redelivery_total 1.0");
  }

  @Test
  void waitingTimeIsMeasuredForEveryStartAndAgeOnlyForTheFirst() {
    Duration second = Duration.ofSeconds(1);
    observer.started(
        claim.after(new Waited(second.multipliedBy(8), second.multipliedBy(5), second)));
    var again = new Claim(claim.fence(), claim.agentId(), claim.caller(), null, 2);
    observer.started(
        again.after(new Waited(second.multipliedBy(90), second.multipliedBy(2), second)));

    assertThat(scrape())
        .contains("awaken_mailbox_dispatch_enqueue_to_start_seconds_count 1")
        .contains("awaken_mailbox_dispatch_enqueue_to_start_seconds_sum 8.0")
        .contains("awaken_mailbox_dispatch_eligible_to_start_seconds_count 2")
        .contains("awaken_mailbox_dispatch_eligible_to_start_seconds_sum 7.0")
        .contains("awaken_mailbox_dispatch_claim_to_start_seconds_sum 2.0");
  }

  @Test
  void streamsAreCountedByHowTheyEnd() {
    observer.streamOpened(claim.runId());
    observer.streamOpened(null);
    observer.streamEnded(claim.runId(), StreamEnd.COMPLETE, 0);
    observer.streamEnded(null, StreamEnd.SLOW, 0);

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
