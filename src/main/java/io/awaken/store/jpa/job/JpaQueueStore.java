package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.run.RunId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredInput;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.run.JpaRunStore;
import io.awaken.store.jpa.run.Listing;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Inbox;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The queue and its dead letters. */
public final class JpaQueueStore implements QueueStore {
  private static final String DONE =
      " AND NOT EXISTS (SELECT 1 FROM awaken_run r WHERE r.thread_key = x.thread_key"
          + " AND r.run_key = x.run_key AND r.status <> 'done')";

  /** The run is finished and cannot be redriven, which would copy its speakers. */
  private static final String NOT_DEAD =
      DONE
          + " AND NOT EXISTS (SELECT 1 FROM awaken_run d JOIN awaken_job j"
          + " ON j.thread_key = d.thread_key AND j.job_id = d.job_id"
          + " WHERE d.thread_key = x.thread_key AND d.run_key = x.run_key"
          + " AND j.status = 'dead_letter')";

  private static final String BYTES =
      "coalesce(octet_length(j.input), 0) + coalesce(octet_length(j.lastError), 0) + "
          + JpaRunStore.BYTES;

  /** Pages of obsolete rows. */
  private static final Map<Collectable, PageSql> PAGES =
      Map.of(
          Collectable.ENDED_JOBS,
          jobs(JobStatus.ACCEPTED, JobStatus.SUPERSEDED, JobStatus.CANCELLED),
          Collectable.DEAD_LETTERS,
          jobs(JobStatus.DEAD_LETTER),
          Collectable.INBOX,
          PageSql.of(
              "awaken_inbox",
              "entry_id",
              "COALESCE(x.consumed_at, x.created_at) < :before AND ",
              NOT_DEAD),
          Collectable.IDEMPOTENCY_KEYS,
          PageSql.of("awaken_idempotency", "idempotency_key", "", ""),
          Collectable.DOCUMENTS,
          PageSql.of(
              "awaken_document",
              "hash",
              "",
              // PostgreSQL lists the first characters.
              " AND NOT EXISTS (SELECT 1 FROM awaken_document_use u"
                  + " WHERE u.hash IN (x.hash, LEFT(x.hash, 16)))"));

  private final Transactions transactions;
  private final Statements statements;
  private final Settings settings;
  private final String waiting;

  public JpaQueueStore(Transactions transactions, Statements statements, Settings settings) {
    this.transactions = transactions;
    this.statements = statements;
    this.settings = settings;
    // Evaluated once, so that an index can use it.
    String now = "(SELECT " + statements.clock() + ")";
    waiting =
        "SELECT EXISTS (SELECT 1 FROM awaken_queue q WHERE q.available_at <= "
            + now
            + "), EXISTS (SELECT 1"
            + LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_key = j.thread_key WHERE j.status = 'claimed'"
            + " AND (j.lease_until < "
            + now
            + " OR j.generation < t.generation OR j.deadline_at < "
            + now
            + ")), EXISTS (SELECT 1 FROM awaken_suspension s WHERE"
            + " s.status = 'open' AND s.expires_at <= "
            + now
            + "), EXISTS (SELECT 1 FROM awaken_deleted_thread), "
            + statements.outbox().waiting();
  }

  @Override
  public Page<JobRecord> jobs(JobQuery query) {
    return transactions.call(em -> page(em, query));
  }

  @Override
  public SubmitResult redrive(Redrive redrive) {
    return AmbiguousCommits.call(transactions, em -> redrive(em, redrive));
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return transactions.call(
        em -> collect(em, PAGES.get(what), olderThan.toMillis(), after, limit));
  }

  @Override
  public Waiting waiting() {
    Object[] row = transactions.call(em -> Sql.row(em, waiting));
    return new Waiting(
        (Boolean) row[0], (Boolean) row[1], (Boolean) row[2], (Boolean) row[3], (Boolean) row[4]);
  }

  @Override
  public long queueDepth() {
    return transactions.call(
        em ->
            ((Number) em.createNativeQuery("SELECT count(*) FROM awaken_queue").getSingleResult())
                .longValue());
  }

  private static Page<JobRecord> page(EntityManager em, JobQuery query) {
    JobQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var list =
        new Listing(
                "JobRow j join RunRow r on r.threadKey = j.threadKey and r.runKey = j.runKey"
                    + " join ThreadRow t on t.threadKey = j.threadKey",
                new Listing.Place("j.createdAt", "j.jobId"))
            .where("r.tenant = :tenant", "tenant", filter.tenant())
            .where("r.subject = :subject", "subject", filter.subject())
            .where("j.threadKey = :thread", "thread", thread == null ? null : Keys.thread(thread))
            .readableBy(filter.reader())
            .ofThreadsThatAreThere("j.threadKey");
    if (filter.status() != null) {
      list.where("j.status = :status", "status", filter.status().wire());
    }
    if (query.after() != null) {
      var after = query.after();
      list.behind(after.createdAt(), after.jobId().value());
    }
    return list.page(
        em,
        "j, r, " + ThreadRow.ACCESS,
        BYTES,
        new Listing.Bounds(query.skip(), query.limit(), query.bytes()),
        row -> ((JobRow) row[0]).toRecord((RunRow) row[1], ThreadRow.access(row, 2)));
  }

  private SubmitResult redrive(EntityManager em, Redrive redrive) {
    UUID threadKey = Keys.thread(redrive.threadId());
    statements.threads().hold(em, threadKey);
    ClaimRows rows =
        ClaimRows.load(em, statements.clock(), redrive.threadId(), redrive.dead()).orElse(null);
    if (rows == null
        || !redrive.sees(rows.thread().access(), rows.run().tenant, rows.run().subject)) {
      return SubmitResult.Refused.jobNotFound(redrive.dead());
    }
    if (!rows.job().hasStatus(JobStatus.DEAD_LETTER)) {
      return again(em, redrive);
    }
    Submission next;
    try {
      StoredInput input = StoredInput.whole(rows.job(), rows.run());
      RunRow dead = rows.run();
      next =
          redrive.submission(
              input.caller(), new RunId(dead.runId), input.spec(), dead.startedAt != null);
    } catch (StoredInput.Unreadable e) {
      return SubmitResult.Refused.noInput();
    }
    Object[] thread =
        Sql.row(
            em,
            "SELECT "
                + statements.clock()
                + ", generation, (SELECT COUNT(*) FROM awaken_queue q WHERE q.thread_key ="
                + " :thread) AS waiting FROM awaken_thread"
                + " WHERE thread_key = :thread",
            "thread",
            threadKey);
    long now = Sql.number(thread[0]);
    var command =
        new RunCommand.Redrive(
            redrive.mayFor(next.caller()),
            !next.messages().isEmpty(),
            Sql.number(thread[2]),
            settings.bounds().queued());
    if (RunRules.decide(rows.state(), command) instanceof Plan.Answer(SubmitResult refused)) {
      return refused;
    }
    statements.jobs().settle(em, threadKey, redrive.dead().value(), JobStatus.SUPERSEDED);
    statements.threads().latest(em, threadKey, Keys.run(next.runId()));
    long generation = Sql.number(thread[1]);
    var run = new RunRow(next, generation, now);
    em.persist(run);
    em.persist(new JobRow(next, settings, generation, now));
    // The new run reads the messages to the dead one in its thread.
    Inbox.copySpeakers(em, run, List.of(rows.run().runKey));
    return redrive.queued();
  }

  /**
   * Either this redrive succeeded and its answer was lost, or another one came first. The run id
   * distinguishes them; its job id may have changed.
   */
  private static SubmitResult again(EntityManager em, Redrive redrive) {
    boolean made =
        !em.createQuery(
                "select r.runId from RunRow r where r.threadKey = :thread and r.runKey = :run",
                String.class)
            .setParameter("thread", Keys.thread(redrive.threadId()))
            .setParameter("run", Keys.run(redrive.runId()))
            .getResultList()
            .isEmpty();
    return made ? redrive.queued() : SubmitResult.Refused.notDead();
  }

  private static PageSql jobs(JobStatus... ended) {
    String which =
        Arrays.stream(ended)
            .map(status -> "'" + status.wire() + "'")
            .collect(Collectors.joining(", ", "x.status IN (", ")"));
    return PageSql.of("awaken_job", "job_id", which + " AND x.updated_at < :before AND ", DONE);
  }

  private Collected collect(
      EntityManager em, PageSql page, long olderThan, RowPosition after, int limit) {
    long before = now(em) - olderThan;
    List<?> rows =
        from(em.createNativeQuery(page.select()), before, after)
            .setParameter("most", limit)
            .getResultList();
    if (rows.isEmpty()) {
      return new Collected(0, null);
    }
    Object[] row = (Object[]) rows.getLast();
    var last = new RowPosition(Sql.number(row[0]), (String) row[1]);
    int removed =
        from(em.createNativeQuery(page.delete()), before, after)
            .setParameter("lastAt", last.at())
            .setParameter("lastId", last.id())
            .executeUpdate();
    return new Collected(removed, rows.size() < limit ? null : last);
  }

  private static Query from(Query query, long before, RowPosition after) {
    return query
        .setParameter("before", before)
        .setParameter("at", after.at())
        .setParameter("id", after.id());
  }

  private long now(EntityManager em) {
    Object now =
        em.createNativeQuery("SELECT " + statements.clock() + " AS instant").getSingleResult();
    return Sql.number(now);
  }

  /** A page is a range of an index, so that rows that must stay are skipped and not read again. */
  private record PageSql(String select, String delete) {

    /**
     * @param which condition of candidate rows, to be continued
     * @param unless condition that protects rows from deletion
     */
    static PageSql of(String table, String id, String which, String unless) {
      String place = "(x.created_at, x." + id + ")";
      String old =
          (" FROM " + table + " x WHERE " + which + "x.created_at < :before AND " + place)
              + " > (:at, :id)";
      return new PageSql(
          "SELECT x.created_at, x.%1$s%2$s ORDER BY x.created_at, x.%1$s LIMIT :most"
              .formatted(id, old),
          "DELETE" + old + " AND " + place + " <= (:lastAt, :lastId)" + unless);
    }
  }
}
