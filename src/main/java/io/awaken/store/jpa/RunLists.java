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

  private RunLists() {}

  static Page<RunRecord> page(EntityManager em, RunQuery query) {
    RunQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var parent = filter.parentRunId();
    var list =
        new Listing("RunRow r")
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
      list.behind("r.createdAt", "r.runId", after.createdAt(), after.runId().value());
    }
    return list.page(
        em,
        "r",
        "r.createdAt desc, r.runId desc",
        new Listing.Bounds(query.skip(), query.limit()),
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
