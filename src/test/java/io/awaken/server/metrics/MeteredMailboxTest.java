package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.fixture.ForwardingMailbox;
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
class MeteredMailboxTest {

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final MailboxStore stores =
      new MemoryStores(
              new SettableClock(), new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"))
          .mailbox();
  private final ForwardingMailbox mailbox =
      new ForwardingMailbox(
          MeteredMailbox.around(stores, metrics).pinning(agent -> Optional.empty()));

  private static Submission submission(String run, SubmitMode mode) {
    return new Submission(
            new RunId(run),
            new ThreadId("t"),
            new JobId("job-" + run),
            "a",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("in-" + run, "hello")),
            null)
        .as(mode);
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

  private void assertCounted(String operation, String outcome, int times) {
    assertThat(scrape())
        .contains(
            "awaken_mailbox_operations_total{operation=\"%s\",outcome=\"%s\"} %d.0"
                .formatted(operation, outcome, times));
  }

  @Test
  void eachOperationIsCountedByItsOutcomeAndMeasured() {
    mailbox.submit(submission("a", SubmitMode.QUEUE));
    Candidate due = mailbox.due(1).getFirst();
    Claim claim = mailbox.claim(due, new ClaimToken("x")).orElseThrow();
    mailbox.claim(due, new ClaimToken("y"));
    mailbox.due(1);
    mailbox.submit(submission("b", SubmitMode.REJECT));
    mailbox.nack(claim.fence(), "broken", true);

    assertCounted("submit", "queued", 1);
    assertCounted("submit", "thread_busy", 1);
    assertCounted("due", "found", 1);
    assertCounted("due", "none", 1);
    assertCounted("claim", "claimed", 1);
    assertCounted("claim", "lost", 1);
    assertCounted("nack", "dead", 1);
    assertThat(scrape())
        .contains("awaken_mailbox_operation_duration_seconds_count{operation=\"claim\"} 2");
  }

  @Test
  void aConcurrentlyWrittenClaimIsNotCountedAsLost() {
    var tokens = List.of(new ClaimToken("x"), new ClaimToken("y"));
    var busy =
        MeteredMailbox.around(
            new ForwardingMailbox(stores) {
              @Override
              public Renewal renew(Collection<ClaimToken> claims) {
                var owned = Set.of(tokens.getFirst());
                return new Renewal(owned, Set.of(), Set.of(), Set.of(tokens.getLast()), Set.of());
              }
            }.ports(),
            metrics);

    busy.leases().renew(tokens);
    assertCounted("renew", "renewed", 1);

    mailbox.renew(tokens);
    assertCounted("renew", "lost", 1);
  }

  @Test
  void aFailingStoreIsCountedAsAnError() {
    var failing =
        MeteredMailbox.around(
            new ForwardingMailbox(stores) {
              @Override
              public List<Candidate> due(int limit, String after) {
                throw new IllegalStateException("the database is away");
              }
            }.ports(),
            metrics);

    assertThatThrownBy(() -> failing.claims().due(1)).hasMessage("the database is away");

    assertCounted("due", "error", 1);
  }
}
