package io.awaken.server.metrics;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Counts operations on the queue by outcome and measures how long they take. Thread-safe. */
public final class MeteredMailbox implements SubmitStore, ClaimStore, LeaseStore, QueueStore {

  private static final double NANOS = 1e9;
  private static final Pattern WORDS = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private final MailboxStore behind;
  private final RuntimeMetrics metrics;

  /** The ports of a mailbox, metered. */
  public static MailboxStore around(MailboxStore behind, RuntimeMetrics metrics) {
    var metered = new MeteredMailbox(behind, metrics);
    return new MailboxStore(metered, metered, metered, metered);
  }

  private MeteredMailbox(MailboxStore behind, RuntimeMetrics metrics) {
    this.behind = behind;
    this.metrics = metrics;
  }

  @Override
  public MeteredMailbox pinning(Pins pins) {
    return new MeteredMailbox(behind.pinning(pins), metrics);
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return measured("submit", () -> behind.submits().submit(submission), MeteredMailbox::name);
  }

  @Override
  public Optional<SubmitResult> before(Submission submission) {
    return behind.submits().before(submission);
  }

  @Override
  public List<Candidate> due(int limit, String after) {
    return measured(
        "due",
        () -> behind.claims().due(limit, after),
        found -> found.isEmpty() ? "none" : "found");
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    return measured(
        "claim",
        () -> behind.claims().claim(candidate, token),
        claim -> claim.isPresent() ? "claimed" : "lost");
  }

  @Override
  public Renewal renew(Collection<ClaimToken> tokens) {
    return measured(
        "renew",
        () -> behind.leases().renew(tokens),
        renewed ->
            renewed.owned().size() + renewed.busy().size() == tokens.size() ? "renewed" : "lost");
  }

  @Override
  public Optional<Duration> release(Fence fence, Duration wait) {
    return measured(
        "release",
        () -> behind.leases().release(fence, wait),
        due -> due.isPresent() ? "released" : "lost");
  }

  @Override
  public NackResult nack(Fence fence, String error, boolean permanent) {
    return measured(
        "nack", () -> behind.leases().nack(fence, error, permanent), MeteredMailbox::name);
  }

  @Override
  public Reclaimed reclaimExpired(int limit, RowPosition after) {
    return measured(
        "reclaim",
        () -> behind.leases().reclaimExpired(limit, after),
        found -> found.taken() == 0 ? "none" : "reclaimed");
  }

  @Override
  public SubmitResult redrive(Redrive wish) {
    return measured("redrive", () -> behind.queue().redrive(wish), MeteredMailbox::name);
  }

  @Override
  public Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return measured(
        "interrupt",
        () -> behind.submits().interrupt(threadId, by),
        done -> done.isPresent() ? "interrupted" : "not_found");
  }

  @Override
  public int forceEndOverdue(Duration patience, int limit) {
    return measured(
        "take_over",
        () -> behind.leases().forceEndOverdue(patience, limit),
        ended -> ended == 0 ? "none" : "ended");
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return behind.queue().collect(what, olderThan, after, limit);
  }

  @Override
  public Waiting waiting() {
    return behind.queue().waiting();
  }

  @Override
  public Page<JobRecord> jobs(JobQuery query) {
    return behind.queue().jobs(query);
  }

  @Override
  public long queueDepth() {
    return behind.queue().queueDepth();
  }

  private <T> T measured(String operation, Supplier<T> work, Function<T, String> outcome) {
    long begun = System.nanoTime();
    String result = "error";
    try {
      T done = work.get();
      result = outcome.apply(done);
      return done;
    } finally {
      metrics.mailbox.labelValues(operation, result).inc();
      metrics.mailboxSeconds.labelValues(operation).observe((System.nanoTime() - begun) / NANOS);
    }
  }

  /** The name of a result, or the code of a refusal. */
  private static String name(Object result) {
    if (result instanceof SubmitResult.Refused refused) {
      return refused.code().wire();
    }
    String camel = result.getClass().getSimpleName();
    return WORDS.matcher(camel).replaceAll("_").toLowerCase(Locale.ROOT);
  }
}
