package io.awaken.store.jpa.statement;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunStarts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The first events of runs that ended without events of their own, rebuilt from the rows of the
 * run, its job and its thread.
 */
public final class StoredStarts {
  private static final String ROWS =
      "select r.runId, r.parentRunId, r.tenant, r.subject, r.startedAt, t.parentThreadId,"
          + " j.origin, j.sender, j.supersedes from RunRow r"
          + " join JobRow j on j.threadId = r.threadId and j.jobId = r.jobId"
          + " join ThreadRow t on t.threadId = r.threadId"
          + " where r.threadId = :thread and r.runId in :runs";

  private StoredStarts() {}

  public static AgentEvent.RunStart of(EntityManager em, ThreadId threadId, RunId runId) {
    return of(em, threadId, List.of(runId.value())).get(runId.value());
  }

  /** By run id. */
  public static Map<String, AgentEvent.RunStart> of(
      EntityManager em, ThreadId threadId, List<String> runIds) {
    var starts = new HashMap<String, AgentEvent.RunStart>();
    em.createQuery(ROWS, Object[].class)
        .setParameter("thread", threadId.key())
        .setParameter("runs", runIds)
        .getResultList()
        .forEach(row -> starts.put((String) row[0], start(threadId, row)));
    return starts;
  }

  private static AgentEvent.RunStart start(ThreadId threadId, Object[] row) {
    var caller = new Caller((String) row[2], (String) row[3], Set.of());
    boolean begun = row[4] != null;
    var from =
        new Lineage(
                row[5] == null ? null : ThreadId.ofKey((String) row[5]),
                ThreadRow.run((String) row[1]),
                JobRow.origin((String) row[6]),
                (String) row[7])
            .sentBy(caller.signature());
    return RunStarts.of(threadId, new RunId((String) row[0]), from, begun ? (String) row[8] : null);
  }
}
