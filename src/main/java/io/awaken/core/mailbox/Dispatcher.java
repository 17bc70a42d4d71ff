package io.awaken.core.mailbox;

import io.awaken.core.mailbox.duty.ExpireSuspensions;
import io.awaken.core.mailbox.duty.RemoveDeletedThreads;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.QueueStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The background duty that claims due jobs, sweeps expired leases and expires questions. It runs at
 * every hint and at every poll, because hints may be lost. Sweeping and expiry run on another
 * thread, so a thread row that another transaction locks does not delay claims. Runs until the
 * mailbox drains or its thread is interrupted.
 */
public final class Dispatcher implements Runnable {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  private final RunStarter starter;
  private final Mailbox mailbox;
  private final QueueStore store;
  private final Duties duties;
  private final AtomicBoolean attending = new AtomicBoolean();
  private final AtomicBoolean removing = new AtomicBoolean();
  private final AtomicBoolean notifying = new AtomicBoolean();
  private final Times times;
  private final LongSupplier nanos;
  private long lastPoll;
  private long lastSweep;

  /**
   * How often it polls without a hint. One poll serves both when both are due.
   *
   * @param poll for jobs and expired questions; default 10 s
   * @param sweep for expired leases; default 10 s
   */
  public record Times(Duration poll, Duration sweep) {}

  /**
   * The duties it starts; each runs once at a time.
   *
   * @param sweep takes over runs with expired leases; see {@link SweepLeases}
   * @param expiry decides expired questions; see {@link ExpireSuspensions}
   * @param removal removes the remains of deleted threads, independently of the others; see {@link
   *     RemoveDeletedThreads}
   * @param outbox delivers outstanding notices to plugins, independently of the others
   * @param aside executes the duties, preferably on another thread
   */
  public record Duties(
      Runnable sweep, Runnable expiry, Runnable removal, Runnable outbox, Executor aside) {

    /** For a node that deletes threads at once and has no plugins to notify. */
    public Duties(Runnable sweep, Runnable expiry, Executor aside) {
      this(sweep, expiry, () -> {}, () -> {}, aside);
    }
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public Dispatcher(
      RunStarter starter, QueueStore store, Duties duties, Times times, LongSupplier nanos) {
    this.starter = starter;
    this.mailbox = starter.mailbox();
    this.store = store;
    this.duties = duties;
    this.times = times;
    this.nanos = nanos;
    this.lastPoll = nanos.getAsLong() - times.poll().toNanos();
    this.lastSweep = nanos.getAsLong() - times.sweep().toNanos();
  }

  @Override
  public void run() {
    while (!mailbox.draining() && !Thread.currentThread().isInterrupted()) {
      try {
        poll();
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING, "polling for due jobs failed; the next poll is in " + untilPoll(), e);
      }
      pause();
    }
  }

  /**
   * Claims due jobs. When a poll or sweep is due, also starts the other duties. Costs one query on
   * a node where nothing waits.
   */
  void poll() {
    long now = nanos.getAsLong();
    boolean pollDue = now - lastPoll >= times.poll().toNanos();
    boolean sweepDue = now - lastSweep >= times.sweep().toNanos();
    if (mailbox.wakeUp().takeOutboxHint()) {
      deliverOutbox();
    }
    if (!pollDue && !sweepDue) {
      starter.claimDue();
      return;
    }
    lastPoll = pollDue ? now : lastPoll;
    lastSweep = sweepDue ? now : lastSweep;
    MailboxStore.Waiting waiting = store.waiting();
    attend(sweepDue && waiting.leases(), waiting.questions());
    if (waiting.removals()) {
      aside(removing, duties.removal(), "deleted threads");
    }
    if (waiting.outbox()) {
      deliverOutbox();
    }
    if (waiting.jobs() || waiting.leases() || waiting.questions()) {
      starter.claimDue();
    }
  }

  private void deliverOutbox() {
    aside(notifying, duties.outbox(), "notices to plugins");
  }

  private void attend(boolean leases, boolean questions) {
    if (leases || questions) {
      aside(attending, () -> attendTo(leases, questions), "leases and questions");
    }
  }

  /** Starts a duty unless it is still running. */
  private void aside(AtomicBoolean busy, Runnable duty, String what) {
    if (!busy.compareAndSet(false, true)) {
      return;
    }
    try {
      duties.aside().execute(() -> during(busy, duty));
    } catch (RejectedExecutionException e) {
      busy.set(false);
      LOG.log(Level.DEBUG, "the node is stopping; another node handles " + what, e);
    } catch (RuntimeException | Error e) {
      busy.set(false);
      LOG.log(Level.WARNING, what + " got no thread; the next attempt is in " + untilPoll(), e);
    }
  }

  private static void during(AtomicBoolean busy, Runnable duty) {
    try {
      duty.run();
    } finally {
      busy.set(false);
    }
  }

  private void attendTo(boolean leases, boolean questions) {
    if (leases) {
      duties.sweep().run();
    }
    if (questions) {
      duties.expiry().run();
    }
  }

  /** Hints do not postpone the next poll. */
  Duration untilPoll() {
    long now = nanos.getAsLong();
    long poll = lastPoll + times.poll().toNanos() - now;
    long sweeping = lastSweep + times.sweep().toNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(poll, sweeping)));
  }

  private void pause() {
    try {
      mailbox.wakeUp().await(untilPoll());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
