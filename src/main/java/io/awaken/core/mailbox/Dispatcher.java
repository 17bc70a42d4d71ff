package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The background duty that claims due jobs, and sees to it that expired leases and questions whose
 * time is up are looked after: at every hint and at every poll, since hints may be lost. Runs until
 * the mailbox drains or its thread is interrupted.
 */
public final class Dispatcher implements Runnable {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  private final Mailbox mailbox;
  private final MailboxStore store;
  private final Runnable sweep;
  private final Runnable expiry;
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
   * @param sweep takes over what expired; see {@link SweepLeases}
   * @param expiry decides what nobody decided in time; see {@link ExpireSuspensions}
   * @param nanos a monotonic clock in nanoseconds
   */
  public Dispatcher(
      Mailbox mailbox,
      MailboxStore store,
      Runnable sweep,
      Runnable expiry,
      Times times,
      LongSupplier nanos) {
    this.mailbox = mailbox;
    this.store = store;
    this.sweep = sweep;
    this.expiry = expiry;
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
      } catch (RuntimeException | Error e) {
        LOG.log(
            Level.WARNING, "looking for due jobs failed; the next look is in " + untilLook(), e);
      }
      pause();
    }
  }

  /**
   * One look: due jobs; when it is time, whatever hints came between, expired leases and questions
   * first, which bring jobs of their own. On a node where nothing waits that is one query.
   */
  void look() {
    long now = nanos.getAsLong();
    boolean polls = now - lastPoll >= times.poll().toNanos();
    boolean sweeps = now - lastSweep >= times.sweep().toNanos();
    if (!polls && !sweeps) {
      mailbox.claimDue();
      return;
    }
    lastPoll = polls ? now : lastPoll;
    lastSweep = sweeps ? now : lastSweep;
    MailboxStore.Waiting waiting = store.waiting();
    if (sweeps && waiting.leases()) {
      sweep.run();
    }
    if (waiting.questions()) {
      expiry.run();
    }
    if (waiting.jobs() || waiting.leases() || waiting.questions()) {
      mailbox.claimDue();
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
