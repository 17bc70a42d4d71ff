package io.awaken.core.mailbox.duty;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.RowPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The timer duty that deletes expired rows of the mailbox (features row 193), a page in each
 * transaction. It skips its queries for up to an hour while no run has ended, so that an idle node
 * costs its database little.
 */
public final class CollectMailbox implements Runnable {

  private static final Logger LOG = System.getLogger(CollectMailbox.class.getName());
  private static final Duration IDLE = Duration.ofHours(1);
  private static final int PAGE = 500;

  /** Much longer than a node assumes that a stored document still exists. */
  private static final Duration DOCUMENTS = Duration.ofDays(1);

  private final QueueStore store;
  private final Mailbox mailbox;
  private final Keep keep;
  private final LongSupplier nanos;
  private final AtomicBoolean collecting = new AtomicBoolean();
  private long endedThen = -1;
  private long lastNanos;

  /**
   * How long rows are retained that no run needs.
   *
   * @param ended accepted, superseded and cancelled jobs, and steering messages; default 24 h
   * @param dead dead letters; default 30 days
   * @param keys idempotency keys, which expire with this time; default 24 h
   */
  public record Keep(Duration ended, Duration dead, Duration keys) {

    Duration of(Collectable what) {
      return switch (what) {
        case DEAD_LETTERS -> dead;
        case IDEMPOTENCY_KEYS -> keys;
        case DOCUMENTS -> DOCUMENTS;
        case ENDED_JOBS, INBOX -> ended;
      };
    }
  }

  /**
   * @param mailbox reports whether runs have ended
   * @param nanos a monotonic clock in nanoseconds
   */
  public CollectMailbox(QueueStore store, Mailbox mailbox, Keep keep, LongSupplier nanos) {
    this.store = store;
    this.mailbox = mailbox;
    this.keep = keep;
    this.nanos = nanos;
  }

  /** Does nothing while an earlier collection is still running. */
  @Override
  public void run() {
    if (!collecting.compareAndSet(false, true)) {
      return;
    }
    try {
      if (worthwhile()) {
        collect();
      }
    } catch (RuntimeException | Error e) {
      endedThen = -1;
      LOG.log(Level.WARNING, "deleting old jobs failed; the next collection continues", e);
    } finally {
      collecting.set(false);
    }
  }

  private boolean worthwhile() {
    long ended = mailbox.ended();
    long now = nanos.getAsLong();
    if (ended == endedThen && now - lastNanos < IDLE.toNanos()) {
      return false;
    }
    endedThen = ended;
    lastNanos = now;
    return true;
  }

  private void collect() {
    int removed = Arrays.stream(Collectable.values()).mapToInt(this::collect).sum();
    if (removed > 0) {
      LOG.log(Level.DEBUG, "{0} old rows of the mailbox were deleted", removed);
    }
  }

  private int collect(Collectable what) {
    int removed = 0;
    RowPosition after = RowPosition.START;
    while (after != null && !mailbox.draining()) {
      Collected page = store.collect(what, keep.of(what), after, PAGE);
      removed += page.removed();
      after = page.next();
    }
    return removed;
  }
}
