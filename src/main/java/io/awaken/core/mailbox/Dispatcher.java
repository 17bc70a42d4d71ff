package io.awaken.core.mailbox;

import io.awaken.core.mailbox.duty.ExpireSuspensions;
import io.awaken.core.mailbox.duty.RemoveDeletedThreads;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.store.job.MailboxStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The background duty that claims due jobs, and sees to it that expired leases and questions whose
 * time is up are looked after: at every hint and at every poll, since hints may be lost. Those are
 * looked after aside, so that a thread which somebody stands still with keeps no other from being
 * claimed. Runs until the mailbox drains or its thread is interrupted.
 */
public final class Dispatcher implements Runnable {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  private final Mailbox mailbox;
  private final MailboxStore store;
  private final Duties duties;
  private final AtomicBoolean attending = new AtomicBoolean();
  private final AtomicBoolean removing = new AtomicBoolean();
  private final AtomicBoolean telling = new AtomicBoolean();
  private final Times times;
  private final LongSupplier nanos;
  private long lastPoll;
  private long lastSweep;

  /**
   * How often it looks without a hint; one look serves both when both are due.
   *
   * @param poll for jobs and for questions whose time is up; default 10 s
   * @param sweep for leases that ran out; default 10 s
   */
  public record Times(Duration poll, Duration sweep) {}

  /**
   * What is done when there is something to do: one at a time, and not again before it is over.
   *
   * @param sweep takes over what expired; see {@link SweepLeases}
   * @param expiry decides what nobody decided in time; see {@link ExpireSuspensions}
   * @param removal removes what is left of deleted threads, beside the others; see {@link
   *     RemoveDeletedThreads}
   * @param outbox tells plugins what has not reached them, beside the others
   * @param aside does them, best on another thread
   */
  public record Duties(
      Runnable sweep, Runnable expiry, Runnable removal, Runnable outbox, Executor aside) {

    /** Where threads are deleted at once, and there are no plugins to be told. */
    public Duties(Runnable sweep, Runnable expiry, Executor aside) {
      this(sweep, expiry, () -> {}, () -> {}, aside);
    }
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public Dispatcher(
      Mailbox mailbox, MailboxStore store, Duties duties, Times times, LongSupplier nanos) {
    this.mailbox = mailbox;
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
        look();
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING, "looking for due jobs failed; the next look is in " + untilLook(), e);
      }
      pause();
    }
  }

  /**
   * One look: due jobs; when it is time, whatever hints came between, expired leases and questions
   * too, which bring jobs of their own. On a node where nothing waits that is one query.
   */
  void look() {
    long now = nanos.getAsLong();
    boolean polls = now - lastPoll >= times.poll().toNanos();
    boolean sweeps = now - lastSweep >= times.sweep().toNanos();
    if (mailbox.wakeUp().takeUntold()) {
      tell();
    }
    if (!polls && !sweeps) {
      mailbox.claimDue();
      return;
    }
    lastPoll = polls ? now : lastPoll;
    lastSweep = sweeps ? now : lastSweep;
    MailboxStore.Waiting waiting = store.waiting();
    attend(sweeps && waiting.leases(), waiting.questions());
    if (waiting.removals()) {
      aside(removing, duties.removal(), "deleted threads");
    }
    if (waiting.outbox()) {
      tell();
    }
    if (waiting.jobs() || waiting.leases() || waiting.questions()) {
      mailbox.claimDue();
    }
  }

  private void tell() {
    aside(telling, duties.outbox(), "what plugins have to be told");
  }

  private void attend(boolean leases, boolean questions) {
    if (leases || questions) {
      aside(attending, () -> attendTo(leases, questions), "leases and questions");
    }
  }

  /** One at a time of a kind, and none again before it is over. */
  private void aside(AtomicBoolean busy, Runnable duty, String what) {
    if (!busy.compareAndSet(false, true)) {
      return;
    }
    try {
      duties.aside().execute(() -> during(busy, duty));
    } catch (RejectedExecutionException e) {
      busy.set(false);
      LOG.log(Level.DEBUG, "the node ends; another one looks after " + what, e);
    } catch (RuntimeException | Error e) {
      busy.set(false);
      LOG.log(
          Level.WARNING,
          what + " found nobody to look after them; tried again in " + untilLook(),
          e);
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

  /** Hints do not put off what is to be done without them. */
  Duration untilLook() {
    long now = nanos.getAsLong();
    long poll = lastPoll + times.poll().toNanos() - now;
    long sweeping = lastSweep + times.sweep().toNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(poll, sweeping)));
  }

  private void pause() {
    try {
      mailbox.wakeUp().await(untilLook());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
