package io.awaken.store.database.migration;

import java.util.logging.Level;
import liquibase.logging.Logger;
import liquibase.logging.core.AbstractLogService;
import liquibase.logging.core.AbstractLogger;

/** Liquibase's log, one level quieter. */
final class MigrationLog extends AbstractLogService {
  private static final System.Logger LOG = System.getLogger("io.awaken.store.database.liquibase");

  @Override
  public int getPriority() {
    return PRIORITY_NOT_APPLICABLE;
  }

  @Override
  @SuppressWarnings({"rawtypes", "try"}) // Liquibase's signature; its logger closes nothing
  public Logger getLog(Class type) {
    return new AbstractLogger() {
      @Override
      public void log(Level level, String message, Throwable thrown) {
        LOG.log(quieter(level), message, thrown);
      }
    };
  }

  private static System.Logger.Level quieter(Level level) {
    // Liquibase uses OFF for output that was not requested, and it ranks above SEVERE.
    if (level.equals(Level.OFF)) {
      return System.Logger.Level.TRACE;
    }
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return System.Logger.Level.ERROR;
    }
    return level.intValue() >= Level.WARNING.intValue()
        ? System.Logger.Level.WARNING
        : System.Logger.Level.DEBUG;
  }
}
