package io.awaken.store.jpa.run;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.CallRow;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.Inbox;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs and their calls; cancellations lock the thread row like every write. */
public final class JpaRunStore implements RunStore {
  /** The bytes of a run's long columns. */
  public static final String BYTES =
      "coalesce(octet_length(r.finalOutput), 0) + coalesce(octet_length(r.termination), 0)"
          + " + coalesce(octet_length(r.spec), 0)"
          + " + coalesce(octet_length(r.clientTools), 0)"
          + " + coalesce(octet_length(r.overrides), 0)"
          + " + coalesce(octet_length(r.clientInput), 0)";

  private static final String WITH_QUESTIONS =
      BYTES
          + " + case when r.status = 'waiting' then coalesce((select sum(octet_length(s.ticket))"
          + " from SuspensionRow s where s.key.threadKey = r.threadKey and s.key.runKey = r.runKey"
          + " and s.status = 'open'), 0) else 0 end";

  /** Unfinished runs, each once. */
  private static final String LISTED =
      Stream.of("queue", "lease", "waiting_run")
          .map(
              list -> "SELECT thread_key, run_key FROM awaken_" + list + " WHERE tenant_key = :key")
          .collect(Collectors.joining(" UNION ", "(", ") u"));

  /**
   * The row of each listed run. The LIMIT keeps PostgreSQL from joining by a scan of the whole
   * table, which an outdated estimate makes look cheaper.
   */
  private static final String ROW_OF_LISTED =
      " CROSS JOIN LATERAL (SELECT x.status FROM awaken_run x WHERE x.thread_key = u.thread_key"
          + " AND x.run_key = u.run_key AND %s LIMIT 1) r";

  private final Transactions transactions;
  private final Statements statements;

  public JpaRunStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
  }

  @Override
  public Optional<RunRecord> find(RunId runId) {
    return transactions.call(em -> found(em, runId).map(Found::toRecord));
  }

  @Override
  public Map<RunId, RunStatus> states(Collection<RunId> runs) {
    List<Object[]> found =
        transactions.call(
            em ->
                em.createQuery(
                        "select r.runId, r.status from RunRow r where r.runKey in (:keys) and"
                            + " r.runId in (:ids)"
                            + DeletedThreadRow.leftOut("r.threadKey"),
                        Object[].class)
                    .setParameter("keys", runs.stream().map(Keys::run).toList())
                    .setParameter("ids", runs.stream().map(RunId::value).toList())
                    .getResultList());
    return found.stream()
        .collect(
            Collectors.toMap(
                row -> new RunId((String) row[0]), row -> RunRow.status((String) row[1])));
  }

  @Override
  public Page<RunRecord> list(RunQuery query) {
    return transactions.call(em -> page(em, query));
  }

  @Override
  public Unfinished unfinished(String tenant, String subject) {
    return transactions.call(em -> unfinished(em, statements.product(), tenant, subject));
  }

  @Override
  public Spent spent(String tenant, String subject, Duration time, String currency) {
    return transactions.call(em -> spent(em, statements.clock(), tenant, subject, time, currency));
  }

  @Override
  public long unfinished(List<RunId> runs) {
    return runs.isEmpty() ? 0 : transactions.call(em -> unfinished(em, runs));
  }

  private static long unfinished(EntityManager em, List<RunId> runs) {
    return em.createQuery(
            "select count(r) from RunRow r where r.runKey in (:keys) and r.runId in (:runs)"
                + " and r.status <> 'done'",
            Long.class)
        .setParameter("keys", runs.stream().map(Keys::run).toList())
        .setParameter("runs", runs.stream().map(RunId::value).toList())
        .getSingleResult();
  }

  @Override
  public List<CallState> calls(RunId runId) {
    return transactions.call(
        em ->
            em
                .createQuery(
                    "select c from CallRow c where c.key.threadKey = (select r.threadKey from"
                        + " RunRow r where r.runKey = :key and r.runId = :run"
                        + DeletedThreadRow.leftOut("r.threadKey")
                        + ")"
                        + " and c.key.runKey = :key order by c.step, c.ordinal",
                    CallRow.class)
                .setParameter("key", Keys.run(runId))
                .setParameter("run", runId.value())
                .setHint("org.hibernate.readOnly", true)
                .getResultList()
                .stream()
                .map(CallRow::toState)
                .toList());
  }

  @Override
  public List<InboxEntry> inbox(RunId runId) {
    return transactions.call(
        em ->
            load(em, runId).stream()
                .flatMap(run -> Inbox.readable(em, run.threadKey, run.runKey).stream())
                .toList());
  }

  @Override
  public Set<String> senders(RunId runId) {
    return transactions.call(em -> load(em, runId).map(run -> senders(em, run)).orElseGet(Set::of));
  }

  private static Set<String> senders(EntityManager em, RunRow run) {
    Set<String> senders = Inbox.senders(em, run.threadKey, run.runKey);
    senders.add(run.subject);
    return senders;
  }

  @Override
  public CancelResult cancel(RunId runId, Caller by) {
    return AmbiguousCommits.settle(() -> transactions.urgent(em -> cancel(em, runId, by)));
  }

  private CancelResult cancel(EntityManager em, RunId runId, Caller by) {
    Found found = found(em, runId).orElse(null);
    if (found == null || !found.stopsFor(by)) {
      return CancelResult.NOT_FOUND;
    }
    RunRow run = found.run();
    if (run.status.equals(RunStatus.DONE.wire())) {
      return CancelResult.ALREADY_DONE;
    }
    statements.threads().hold(em, run.threadKey);
    RunState now = carried(em, run).orElse(null);
    if (now == null) {
      return CancelResult.NOT_FOUND;
    }
    return switch (RunRules.decide(now, new RunCommand.Cancel())) {
      case Plan.End end -> {
        end(em, run, end);
        yield CancelResult.ENDED;
      }
      case Step.STOP -> {
        statements.runs().requestCancel(em, run.threadKey, run.runKey, by.subject());
        yield CancelResult.REQUESTED;
      }
      default -> CancelResult.ALREADY_DONE;
    };
  }

  private void end(EntityManager em, RunRow run, Plan.End plan) {
    statements.jobs().cancel(em, run.threadKey, run.runKey);
    statements.endings().endRun(em, new Endings.Job(run.threadId, null, run.runId), plan);
  }

  private static Optional<Found> found(EntityManager em, RunId runId) {
    return em
        .createQuery(
            "select r, "
                + ThreadRow.ACCESS
                + " from RunRow r join ThreadRow t on t.threadKey = r.threadKey"
                + " where r.runKey = :key and r.runId = :run"
                + DeletedThreadRow.leftOut("r.threadKey"),
            Object[].class)
        .setParameter("key", Keys.run(runId))
        .setParameter("run", runId.value())
        .setHint("org.hibernate.readOnly", true)
        .getResultList()
        .stream()
        .findFirst()
        .map(row -> new Found((RunRow) row[0], ThreadRow.access(row, 1)));
  }

  /** A run, and who may use its thread. */
  private record Found(RunRow run, ThreadAccess thread) {

    RunRecord toRecord() {
      return run.toRecord(thread);
    }

    boolean stopsFor(Caller by) {
      return thread.allows(by, ThreadAction.WRITE) && by.sees(run.tenant, run.subject);
    }
  }

  private static Optional<RunRow> load(EntityManager em, RunId runId) {
    return em
        .createQuery(
            "select r from RunRow r where r.runKey = :key and r.runId = :run"
                + DeletedThreadRow.leftOut("r.threadKey"),
            RunRow.class)
        .setParameter("key", Keys.run(runId))
        .setParameter("run", runId.value())
        .setHint("org.hibernate.readOnly", true)
        .getResultList()
        .stream()
        .findFirst();
  }

  /**
   * Reads the run's state under the lock: it may have been claimed, parked, ended or deleted since
   * the first read.
   */
  private static Optional<RunState> carried(EntityManager em, RunRow run) {
    List<?> found =
        em.createNativeQuery(
                "SELECT r.status, j.status AS job FROM awaken_run r JOIN awaken_job j"
                    + " ON j.thread_key = r.thread_key AND j.job_id = r.job_id"
                    + " WHERE r.thread_key = :thread AND r.run_key = :run")
            .setParameter("thread", run.threadKey)
            .setParameter("run", run.runKey)
            .getResultList();
    return found.stream().findFirst().map(row -> state((Object[]) row));
  }

  private static RunState state(Object[] row) {
    return RunState.of(RunRow.status((String) row[0]), JobRow.status((String) row[1]), false);
  }

  /**
   * No index has the order of changes: PostgreSQL would no longer update runs in place, at each of
   * their writes. To count a list reads the same rows.
   */
  private static Page<RunRecord> page(EntityManager em, RunQuery query) {
    RunQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var parent = filter.parentRunId();
    var list =
        new Listing(
                "RunRow r join ThreadRow t on t.threadKey = r.threadKey",
                new Listing.Place(
                    query.changes() == null ? "r.createdAt" : "r.updatedAt", "r.runId"))
            .keyedBy("r.runKey", Keys::run)
            .where("r.tenant = :tenant", "tenant", filter.tenant())
            .where("r.subject = :subject", "subject", filter.subject())
            .where("r.agentId = :agent", "agent", filter.agentId())
            .where("r.threadKey = :thread", "thread", thread == null ? null : Keys.thread(thread))
            .where("r.parentRunId = :parent", "parent", parent == null ? null : parent.value())
            .readableBy(filter.reader())
            .ofThreadsThatAreThere("r.threadKey");
    if (filter.status() != null) {
      list.where("r.status = :status", "status", filter.status().wire());
    }
    if (query.changes() != null) {
      changed(list, query.changes());
    }
    if (query.after() != null) {
      var after = query.after();
      list.behind(after.time(), after.runId().value());
    }
    return list.page(
        em,
        "r, " + ThreadRow.ACCESS,
        WITH_QUESTIONS,
        new Listing.Bounds(query.skip(), query.limit(), query.bytes()),
        row -> ((RunRow) row[0]).toRecord(ThreadRow.access(row, 1)));
  }

  /** The kind is the first field of a stored termination. */
  private static void changed(Listing list, RunQuery.Changes changes) {
    list.where("r.updatedAt >= :since", "since", changes.since());
    if (!changes.endings().isEmpty()) {
      list.where(
          "substring(r.termination, 10, locate('\"', r.termination, 10) - 10) in (:endings)",
          "endings",
          changes.endings());
    }
  }

  /** PostgreSQL finds them by the lists of queued, claimed and waiting runs. */
  private static Unfinished unfinished(
      EntityManager em, DatabaseProduct product, String tenant, String subject) {
    boolean listed = product == DatabaseProduct.POSTGRESQL;
    String counted = "x.tenant = :tenant AND x.status <> 'done'" + of(subject);
    Query query =
        em.createNativeQuery(
                "SELECT r.status, COUNT(*) AS runs FROM "
                    + (listed
                        ? LISTED + ROW_OF_LISTED.formatted(counted)
                        : "(SELECT x.status FROM awaken_run x WHERE " + counted + ") r")
                    + " GROUP BY r.status")
            .setParameter("tenant", tenant);
    if (listed) {
      query.setParameter("key", JobRow.turnOf(tenant));
    }
    List<?> rows = with(query, subject).getResultList();
    return new Unfinished(
        count(rows, RunStatus.CREATED),
        count(rows, RunStatus.RUNNING),
        count(rows, RunStatus.WAITING));
  }

  /** Reads the tenant's runs by index, newest first. */
  private static Spent spent(
      EntityManager em,
      String clock,
      String tenant,
      String subject,
      Duration time,
      String currency) {
    Query query =
        em.createNativeQuery(
                "SELECT SUM(input_tokens + output_tokens) AS tokens,"
                    + " SUM(CASE WHEN cost_currency = :currency THEN cost_amount END) AS cost"
                    + " FROM awaken_run WHERE tenant = :tenant AND created_at >= (SELECT "
                    + clock
                    + ") - :time"
                    + of(subject))
            .setParameter("currency", currency)
            .setParameter("tenant", tenant)
            .setParameter("time", time.toMillis());
    Object[] sums = (Object[]) with(query, subject).getSingleResult();
    return new Spent(
        sums[0] == null ? 0 : Sql.number(sums[0]),
        sums[1] == null ? BigDecimal.ZERO : (BigDecimal) sums[1]);
  }

  private static String of(String subject) {
    return subject == null ? "" : " AND subject = :subject";
  }

  private static Query with(Query query, String subject) {
    return subject == null ? query : query.setParameter("subject", subject);
  }

  private static long count(List<?> rows, RunStatus status) {
    return rows.stream()
        .map(row -> (Object[]) row)
        .filter(row -> status.wire().equals(row[0]))
        .mapToLong(row -> Sql.number(row[1]))
        .sum();
  }
}
