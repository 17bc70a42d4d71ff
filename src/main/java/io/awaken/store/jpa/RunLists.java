package io.awaken.store.jpa;

import io.awaken.core.commit.RunQuery;
import io.awaken.core.commit.RunStore.Unfinished;
import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Lists and counts of runs. */
final class RunLists {

  /** Bytes of what may be long in a run. */
  static final String BYTES =
      "coalesce(octet_length(r.finalOutput), 0) + coalesce(octet_length(r.termination), 0)"
          + " + coalesce(octet_length(r.clientTools), 0)"
          + " + coalesce(octet_length(r.overrides), 0)";

  private static final String WITH_QUESTIONS =
      BYTES
          + " + case when r.status = 'waiting' then coalesce((select sum(octet_length(s.ticket))"
          + " from SuspensionRow s where s.key.threadId = r.threadId and s.key.runId = r.runId"
          + " and s.status = 'open'), 0) else 0 end";

  private RunLists() {}

  static Page<RunRecord> page(EntityManager em, RunQuery query) {
    RunQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var parent = filter.parentRunId();
    var list =
        new Listing("RunRow r", new Listing.Place("r.createdAt", "r.runId"))
            .where("r.tenant = :tenant", "tenant", filter.tenant())
            .where("r.subject = :subject", "subject", filter.subject())
            .where("r.agentId = :agent", "agent", filter.agentId())
            .where("r.threadId = :thread", "thread", thread == null ? null : thread.key())
            .where("r.parentRunId = :parent", "parent", parent == null ? null : parent.value())
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
        "r",
        WITH_QUESTIONS,
        new Listing.Bounds(query.skip(), query.limit(), query.bytes()),
        row -> ((RunRow) row[0]).toRecord());
  }

  static Unfinished unfinished(EntityManager em, String tenant) {
    List<?> rows =
        em.createNativeQuery(
                "SELECT status, COUNT(*) AS runs FROM awaken_run"
                    + " WHERE tenant = :tenant AND status <> 'done' GROUP BY status")
            .setParameter("tenant", tenant)
            .getResultList();
    return new Unfinished(
        count(rows, RunStatus.CREATED),
        count(rows, RunStatus.RUNNING),
        count(rows, RunStatus.WAITING));
  }

  private static long count(List<?> rows, RunStatus status) {
    return rows.stream()
        .map(row -> (Object[]) row)
        .filter(row -> status.wire().equals(row[0]))
        .mapToLong(row -> ((Number) row[1]).longValue())
        .sum();
  }
}
