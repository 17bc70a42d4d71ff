package io.awaken.store.database.bus;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says once that other nodes are not heard, and once that they are again. Thread-safe. */
final class BusLog {
  private static final System.Logger LOG = System.getLogger(PostgresBus.class.getName());

  private final AtomicBoolean broken = new AtomicBoolean();

  void broken(String why) {
    if (broken.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "Notifications between nodes do not work: {0}. Until they do, this node finds out by"
              + " polling, and open streams of runs of other nodes look at the log every 2 s",
          why);
    }
  }

  void works() {
    if (broken.get() && broken.compareAndSet(true, false)) {
      LOG.log(Level.INFO, "Notifications between nodes work again");
    }
  }

  /** Takes back what a listener threw. */
  void refused(Throwable failure) {
    LOG.log(Level.WARNING, "a hint was not taken; polling finds what it was about", failure);
  }
}
