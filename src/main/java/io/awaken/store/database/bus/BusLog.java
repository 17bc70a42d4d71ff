package io.awaken.store.database.bus;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Logs once that hints of other nodes are not received, and once that they are again. Thread-safe.
 */
final class BusLog {
  private static final System.Logger LOG = System.getLogger(PostgresBus.class.getName());

  private final AtomicBoolean broken = new AtomicBoolean();

  void broken(String why) {
    if (broken.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "Notifications between nodes do not work: {0}. Until they do, this node polls,"
              + " and its streams of runs on other nodes read the log every 2 s",
          why);
    }
  }

  void works() {
    if (broken.get() && broken.compareAndSet(true, false)) {
      LOG.log(Level.INFO, "Notifications between nodes work again");
    }
  }

  /** Logs an exception of a listener. */
  void refused(Throwable failure) {
    LOG.log(Level.WARNING, "a hint could not be processed; polling replaces it", failure);
  }
}
