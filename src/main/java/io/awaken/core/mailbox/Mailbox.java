package io.awaken.core.mailbox;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Claims jobs and gives each run a thread of its own. Thread-safe.
 *
 * <p>Once it is draining it claims nothing more, and runs hand themselves over at their next
 * boundary.
 */
public final class Mailbox {

  private static final Logger LOG = System.getLogger(Mailbox.class.getName());

  /** Candidates read at once. */
  private static final int BATCH = 32;

  private final MailboxStore store;
  private final RunExecutor runs;
  private final Executor threads;
  private final LiveRuns live;
  private final Ids ids;
  private final int maxLiveRuns;
  private final WakeUp wakeUp = new WakeUp();
  private volatile boolean draining;

  /**
   * @param threads gives every task a thread of its own
   * @param maxLiveRuns runs that this node executes at once, at the most
   */
  public Mailbox(
      MailboxStore store,
      RunExecutor runs,
      Executor threads,
      LiveRuns live,
      Ids ids,
      int maxLiveRuns) {
    this.store = store;
    this.runs = runs;
    this.threads = threads;
    this.live = live;
    this.ids = ids;
    this.maxLiveRuns = maxLiveRuns;
  }

  /**
   * Claims what is due, as far as this node has room.
   *
   * @return runs begun
   */
  public int claimDue() {
    int begun = 0;
    int room = room();
    while (room > 0) {
      var candidates = store.due(Math.min(BATCH, room));
      int before = begun;
      for (var candidate : candidates) {
        if (!draining && claim(candidate)) {
          begun++;
        }
      }
      if (begun == before) {
        break;
      }
      room = room();
    }
    return begun;
  }

  private boolean claim(MailboxStore.Candidate candidate) {
    var claim = store.claim(candidate, new ClaimToken(ids.next()));
    claim.ifPresent(this::begin);
    return claim.isPresent();
  }

  /** Executes a claimed run on a thread of its own. */
  public void begin(Claim claim) {
    var run = live.add(claim);
    threads.execute(
        () -> {
          try {
            runs.execute(claim, run.cancellation);
          } catch (RuntimeException | Error e) {
            LOG.log(
                Level.ERROR,
                "run " + claim.runId() + " stopped; it continues when its lease has run out",
                e);
          } finally {
            live.remove(run);
            wakeUp.signal();
          }
        });
  }

  /** How many more runs this node takes now. */
  public int room() {
    return draining ? 0 : maxLiveRuns - live.count();
  }

  /** Says that a job may be due; only a hint. */
  public void hint() {
    wakeUp.signal();
  }

  WakeUp wakeUp() {
    return wakeUp;
  }

  public boolean draining() {
    return draining;
  }

  /**
   * Takes no more work and lets live runs hand themselves over at their next boundary; those that
   * have not when the time is up are interrupted and hand over at their last one.
   *
   * @return whether every run was handed over or ended
   */
  public boolean drain(Duration atMost, Duration afterInterrupt) {
    draining = true;
    wakeUp.signal();
    if (live.awaitNone(atMost)) {
      return true;
    }
    LOG.log(Level.INFO, "{0} runs are interrupted and handed over", live.count());
    live.cancelAll(CancellationToken.Reason.DRAINING);
    return live.awaitNone(afterInterrupt);
  }
}
