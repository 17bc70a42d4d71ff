package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;

/**
 * A duty as a timer is given it: a timer never runs a task again that threw.
 *
 * @param name what it does, for the log
 * @param duty may throw anything
 */
public record RepeatedDuty(String name, Runnable duty) implements Runnable {

  private static final Logger LOG = System.getLogger(RepeatedDuty.class.getName());

  @Override
  public void run() {
    try {
      duty.run();
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, name + " was not begun, for the node ends", e);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, name + " failed; it is tried again when its time has come", e);
    }
  }
}
