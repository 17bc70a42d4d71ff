package io.awaken.store.database;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Repeats a transaction that lost a conflict. */
public final class Contention {
  private static final System.Logger LOG = System.getLogger(Contention.class.getName());
  private static final int REPEATS = 3;
  private static final int BASE_MILLIS = 10;

  /** Serialization failure and deadlock, standard and PostgreSQL. */
  private static final Set<String> LOST = Set.of("40001", "40P01");

  /** PostgreSQL: deadlock and lock timeout. */
  private static final Set<String> LOCKS = Set.of("40P01", "55P03");

  /** H2: lock timeout. */
  private static final int H2_LOCK_TIMEOUT = 50200;

  private Contention() {}

  static <T> T repeat(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (RuntimeException e) {
        if (attempt > REPEATS || !isContention(e) || !pause(attempt)) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.DEBUG, "Lost a conflict with another transaction; repeating", e);
      }
    }
  }

  static boolean isContention(Throwable thrown) {
    return states(thrown, Contention::lost);
  }

  /** Returns whether a lock conflict with another session caused the failure. */
  public static boolean overLocks(Throwable thrown) {
    return states(thrown, e -> e.getSQLState() != null && LOCKS.contains(e.getSQLState()));
  }

  /** Returns whether the database reported that nothing was written: classes 23 and 40. */
  static boolean isRefusal(Throwable thrown) {
    return states(
        thrown, e -> lost(e) || (e.getSQLState() != null && e.getSQLState().matches("(23|40).*")));
  }

  /** Pools of servers fail without a state. */
  private static boolean lost(SQLException e) {
    String state = e.getSQLState();
    return state != null && LOST.contains(state) || e.getErrorCode() == H2_LOCK_TIMEOUT;
  }

  private static boolean states(Throwable thrown, Predicate<SQLException> is) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < 20; t = t.getCause(), depth++) {
      if (t instanceof SQLException sql && is.test(sql)) {
        return true;
      }
    }
    return false;
  }

  private static boolean pause(int attempt) {
    try {
      int most = BASE_MILLIS << attempt;
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, most + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
