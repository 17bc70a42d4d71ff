package io.awaken.store.database.batch;

import io.awaken.store.database.batch.GatheredWrite.MissedWrite;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.function.Function;
import org.hibernate.Session;

/** Sends the writes of a transaction together. */
public final class GatheredWrites {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final int DEPTH = 20;

  private GatheredWrites() {}

  private interface Step {
    void on(GatheringConnection connection) throws SQLException;
  }

  /** Runs the work of a transaction and sends its writes together. */
  public static <T> T of(EntityManager em, Function<EntityManager, T> work) {
    step(em, GatheringConnection::gather);
    T result = work.apply(em);
    em.flush();
    step(em, GatheringConnection::end);
    return result;
  }

  /**
   * Runs writes that may change any number of rows.
   *
   * @param write must not use that number
   */
  public static void ofAnyCount(EntityManager em, Runnable write) {
    em.flush();
    step(em, connection -> connection.anyCount(true));
    write.run();
    step(em, connection -> connection.anyCount(false));
  }

  /** Returns whether a failed transaction may succeed without gathering. */
  public static boolean failed(Throwable thrown) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < DEPTH; t = t.getCause(), depth++) {
      if (t instanceof MissedWrite
          || t instanceof SQLException sql && UNIQUE_VIOLATION.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static void step(EntityManager em, Step step) {
    em.unwrap(Session.class)
        .doWork(connection -> step.on(connection.unwrap(GatheringConnection.class)));
  }
}
