package io.awaken.store.jpa.run;

import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.DueJobs;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class RunLists {

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
          + " from SuspensionRow s where s.key.threadId = r.threadId and s.key.runId = r.runId"
          + " and s.status = 'open'), 0) else 0 end";

  /** Unfinished runs, each once. */
  private static final String LISTED =
      Stream.of("queue", "lease", "waiting_run")
          .map(list -> "SELECT thread_id, run_id FROM awaken_" + list + " WHERE tenant_key = :key")
          .collect(Collectors.joining(" UNION ", "(", ") u"));

  /**
   * The row of each listed run. The LIMIT keeps PostgreSQL from joining by a scan of the whole
   * table, which an outdated estimate makes look cheaper.
   */
  private static final String ROW_OF_LISTED =
      " CROSS JOIN LATERAL (SELECT x.status FROM awaken_run x WHERE x.thread_id = u.thread_id"
          + " AND x.run_id = u.run_id AND %s LIMIT 1) r";

  private RunLists() {}

  static Page<RunRecord> page(EntityManager em, RunQuery query) {
    RunQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var parent = filter.parentRunId();
    var list =
        new Listing(
                "RunRow r join ThreadRow t on t.threadId = r.threadId",
                new Listing.Place("r.createdAt", "r.runId"))
            .where("r.tenant = :tenant", "tenant", filter.tenant())
            .where("r.subject = :subject", "subject", filter.subject())
            .where("r.agentId = :agent", "agent", filter.agentId())
            .where("r.threadId = :thread", "thread", thread == null ? null : thread.key())
            .where("r.parentRunId = :parent", "parent", parent == null ? null : parent.value())
            .readableBy(filter.reader())
            .ofThreadsThatAreThere("r.threadId");
    if (filter.status() != null) {
      list.where("r.status = :status", "status", filter.status().wire());
    }
    if (query.after() != null) {
      var after = query.after();
      list.behind(after.createdAt(), after.runId().value());
    }
    return list.page(
        em,
        "r, " + ThreadRow.ACCESS,
        WITH_QUESTIONS,
        new Listing.Bounds(query.skip(), query.limit(), query.bytes()),
        row -> ((RunRow) row[0]).toRecord(ThreadRow.access(row, 1)));
  }

  /** PostgreSQL finds them by the lists of queued, claimed and waiting runs. */
  static Unfinished unfinished(
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
      query.setParameter("key", DueJobs.turnOf(tenant));
    }
    List<?> rows = with(query, subject).getResultList();
    return new Unfinished(
        count(rows, RunStatus.CREATED),
        count(rows, RunStatus.RUNNING),
        count(rows, RunStatus.WAITING));
  }

  /** Reads the tenant's runs by index, newest first. */
  static Spent spent(
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
        sums[0] == null ? 0 : ((Number) sums[0]).longValue(),
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
        .mapToLong(row -> ((Number) row[1]).longValue())
        .sum();
  }
}
