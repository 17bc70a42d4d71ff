package io.awaken.core.mailbox.duty;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * The timer duty that decides expired questions as their tickets say (features row 184) and signals
 * their runs or the queue. One query when there are none.
 */
public final class ExpireSuspensions implements Runnable {

  private static final Logger LOG = System.getLogger(ExpireSuspensions.class.getName());
  private static final int BATCH = 100;

  private final SuspensionStore suspensions;
  private final Mailbox mailbox;

  public ExpireSuspensions(SuspensionStore suspensions, Mailbox mailbox) {
    this.suspensions = suspensions;
    this.mailbox = mailbox;
  }

  @Override
  public void run() {
    try {
      expire();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "deciding expired questions failed; the next poll tries again", e);
    }
  }

  private void expire() {
    int all = 0;
    List<DecideOutcome> expired;
    do {
      expired = suspensions.expire(BATCH);
      expired.forEach(mailbox::decided);
      all += expired.size();
    } while (expired.size() == BATCH);
    if (all > 0) {
      LOG.log(Level.INFO, "{0} expired questions were decided", all);
    }
  }
}
