package io.awaken.store.jpa.statement;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.util.UUID;

/**
 * Stored commands that keep a run from parking, read behind {@link ThreadLock} by a separate
 * statement: within the update of the thread row, PostgreSQL would use a snapshot from before the
 * lock wait.
 *
 * @param cancelled whether a cancellation is stored
 * @param unread whether it has unread messages
 * @param questions counts of its suspensions
 * @param heard whether somebody may want to hear of the run
 */
public record Pending(boolean cancelled, boolean unread, QuestionCounts questions, boolean heard) {
  private static final String OPEN = "status = 'open'";
  private static final String OF_PEOPLE = "status = 'open' AND kind <> 'child'";
  private static final String IN_BATCH = "status = 'decided' AND batch = TRUE";
  private static final String ALONE = "status = 'decided' AND batch = FALSE";

  /** The suspension counts of a run, given by parameters, as a table of one row. */
  public static final String QUESTIONS =
      "(SELECT COUNT(CASE WHEN %s THEN 1 END) AS open, COUNT(CASE WHEN %s THEN 1 END) AS of_people,"
              .formatted(OPEN, OF_PEOPLE)
          + " COUNT(CASE WHEN %s THEN 1 END) AS in_batch, COUNT(CASE WHEN %s THEN 1 END) AS alone"
              .formatted(IN_BATCH, ALONE)
          + " FROM awaken_suspension"
          + " WHERE thread_key = :thread AND run_key = :run) q";

  /** The columns of {@link #QUESTIONS} that {@link #questions} reads. */
  static final String COUNTS = "q.open, q.of_people, q.in_batch, q.alone";

  /** The unread cancellation of a run, given by parameters; at most one row. */
  static final String CANCELLATION = cancellation(":thread", ":run");

  private static final String SELECT =
      "SELECT EXISTS ("
          + CANCELLATION
          + ") AS c, EXISTS (SELECT 1 FROM awaken_inbox m WHERE m.thread_key = :thread"
          + " AND m.run_key = :run AND m.kind = 'steer' AND m.consumed_at IS NULL) AS unread,"
          + " "
          + COUNTS
          + ", EXISTS (SELECT 1 FROM awaken_run r WHERE"
          + " r.thread_key = :thread AND r.run_key = :run AND r.pushed = TRUE) AS pushed FROM "
          + QUESTIONS;

  /** The suspension counts of {@code r} as columns; null while it does not wait. */
  public static String ofWaiting() {
    return String.join(
        ", ",
        count(OPEN, "open"),
        count(OF_PEOPLE, "of_people"),
        count(IN_BATCH, "in_batch"),
        count(ALONE, "alone"));
  }

  private static String count(String which, String name) {
    return "CASE WHEN r.status = 'waiting' THEN (SELECT COUNT(*) FROM awaken_suspension"
        + " WHERE thread_key = r.thread_key AND run_key = r.run_key AND %s) END AS questions_%s"
            .formatted(which, name);
  }

  /** The unread cancellation of the run of the row with this alias. */
  public static String cancellationOf(String job) {
    return cancellation(job + ".thread_key", job + ".run_key");
  }

  private static String cancellation(String thread, String run) {
    return "SELECT 1 FROM awaken_inbox i WHERE i.thread_key = "
        + thread
        + " AND i.run_key = "
        + run
        + " AND i.kind = 'cancel' AND i.consumed_at IS NULL";
  }

  public static Pending read(EntityManager em, UUID threadKey, long runKey) {
    Object[] row = Sql.row(em, SELECT, "thread", threadKey, "run", runKey);
    return new Pending((Boolean) row[0], (Boolean) row[1], questions(row, 2), (Boolean) row[6]);
  }

  /** Reads the counts from a row, starting at this column. */
  public static QuestionCounts questions(Object[] row, int first) {
    return new QuestionCounts(
        ((Number) row[first]).longValue(),
        ((Number) row[first + 1]).longValue(),
        ((Number) row[first + 2]).longValue(),
        ((Number) row[first + 3]).longValue());
  }
}
