package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Plan;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.RunStarts;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.run.BegunCall;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunTotals;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.SegmentRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredEvents;
import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Ends runs that no node executes, behind an update of the thread row: job, events, outcome, open
 * calls, suspensions and unread messages. The outbox notifies the plugins; the run's state stays
 * until then.
 */
public final class Endings {
  private static final System.Logger LOG = System.getLogger(Endings.class.getName());
  private static final int AT_ONCE = 50;
  private static final String OPEN_CALLS =
      "SELECT step, call_id, tool_name, status, attempt FROM awaken_call"
          + " WHERE thread_key = :thread AND run_key = :run"
          + " AND status NOT IN ('succeeded', 'failed', 'cancelled') ORDER BY step, ordinal";
  private static final String KEEP =
      "UPDATE awaken_job SET input = (SELECT e.input FROM awaken_job e"
          + " WHERE e.thread_key = :thread AND e.run_key = :run AND e.input IS NOT NULL"
          + " ORDER BY e.created_at LIMIT 1)"
          + " WHERE thread_key = :thread AND job_id = :job AND input IS NULL";
  private static final String FIRST_EVENTS =
      "select r.runId, r.parentRunId, r.tenant, r.subject, r.startedAt, t.parentThreadId,"
          + " j.origin, j.sender, j.supersedes from RunRow r"
          + " join JobRow j on j.threadKey = r.threadKey and j.jobId = r.jobId"
          + " join ThreadRow t on t.threadKey = r.threadKey"
          + " where r.threadKey = :thread and r.runKey in :runs";

  private final String clock;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final SuspensionUpdates suspensions;
  private final Inbox inbox;
  private final OutboxRows outbox;
  private final PushRows pushes;
  private final ChildRuns children;

  Endings(
      String clock,
      ThreadLock threads,
      JobUpdates jobs,
      RunUpdates runs,
      SuspensionUpdates suspensions,
      Inbox inbox,
      OutboxRows outbox,
      PushRows pushes,
      ChildRuns children) {
    this.clock = clock;
    this.threads = threads;
    this.jobs = jobs;
    this.runs = runs;
    this.suspensions = suspensions;
    this.inbox = inbox;
    this.outbox = outbox;
    this.pushes = pushes;
    this.children = children;
  }

  /** A job and its run, by their keys. */
  public record Job(String threadId, String jobId, String runId) {
    public UUID thread() {
      return Keys.thread(threadId);
    }
  }

  /**
   * Ends a run and its current job.
   *
   * @param error for operators, stored with a dead letter
   */
  public void end(EntityManager em, Job job, Plan.End plan, String error) {
    if (plan.job() == JobStatus.DEAD_LETTER) {
      jobs.bury(em, job.thread(), job.jobId(), error);
    } else {
      jobs.settle(em, job.thread(), job.jobId(), plan.job());
    }
    endRun(em, job, plan);
  }

  /** Ends a run whose job has its last status already. */
  public void endRun(EntityManager em, Job job, Plan.End plan) {
    if (plan.job() == JobStatus.DEAD_LETTER) {
      // Copies the input from the run's first job, whose retention may be shorter.
      em.createNativeQuery(KEEP)
          .setParameter("thread", job.thread())
          .setParameter("run", Keys.run(job.runId()))
          .setParameter("job", job.jobId())
          .executeUpdate();
    }
    var run = new RunId(job.runId());
    end(em, new OwnerlessEnding(ThreadId.ofKey(job.threadId()), run, plan.why()));
  }

  private void end(EntityManager em, OwnerlessEnding ending) {
    UUID threadKey = Keys.thread(ending.threadId());
    long runKey = Keys.run(ending.runId());
    threads.detach(em, threadKey, runKey);
    Object[] thread =
        Sql.row(
            em,
            "SELECT "
                + clock
                + ", t.epoch, COALESCE((SELECT MAX(s.last_seq) FROM awaken_segment s WHERE"
                + " s.thread_key = t.thread_key AND s.run_key = :run), 0) AS said, t.message_count,"
                + " r.agent_id, r.started_at, r.parent_run_id, CASE WHEN r.parent_run_id IS NOT"
                + " NULL THEN CAST(r.spec AS VARCHAR) END, r.pushed FROM awaken_thread t JOIN"
                + " awaken_run r ON r.thread_key = t.thread_key AND r.run_key = :run WHERE"
                + " t.thread_key = :thread",
            "run",
            runKey,
            "thread",
            threadKey);
    long lastSequence = Sql.number(thread[2]);
    List<BegunCall> begun = thread[5] == null ? List.of() : closeCalls(em, threadKey, runKey);
    var totals = new RunTotals();
    if (lastSequence > 0) {
      sum(em, ending, totals);
    }
    var segment =
        ending.segment(
            new Cursor(Sql.number(thread[1]), lastSequence),
            () ->
                firstEvents(em, ending.threadId(), List.of(ending.runId().value()))
                    .get(ending.runId().value()),
            Sql.number(thread[0]),
            begun,
            totals.stepOpen());
    if (!begun.isEmpty()) {
      List<Message> results = ending.results(begun, (String) thread[4]);
      threads.appended(em, threadKey, results);
      StepRows.append(em, ending.threadId(), ending.runId(), Sql.number(thread[3]), results);
    }
    suspensions.cancelAll(em, threadKey, runKey);
    RunOutcome outcome = totals.outcome(ending.termination());
    runs.end(em, threadKey, runKey, outcome);
    em.persist(new SegmentRow(ending.threadId(), ending.runId(), segment, null));
    inbox.queueLeft(em, ending.threadId(), runKey);
    outbox.end(em, ending.threadId(), List.of(ending.runId()));
    if (thread[8] != null) {
      pushes.tell(em, ending.threadId(), ending.runId(), ending.runId().value() + "-end", null);
    }
    if (thread[6] != null) {
      children.answer(em, ending.runId(), outcome.to(RunRow.parentCall((String) thread[7])));
    }
  }

  /** Cancels calls without a result and returns those that had begun. */
  private List<BegunCall> closeCalls(EntityManager em, UUID threadKey, long runKey) {
    List<?> rows =
        em.createNativeQuery(OPEN_CALLS)
            .setParameter("thread", threadKey)
            .setParameter("run", runKey)
            .getResultList();
    if (!rows.isEmpty()) {
      runs.cancelCalls(em, threadKey, runKey);
    }
    return rows.stream()
        .map(row -> (Object[]) row)
        .filter(row -> Sql.number(row[4]) > 0)
        .map(Endings::begun)
        .toList();
  }

  private static BegunCall begun(Object[] row) {
    var status = ToolCallStatus.valueOf(((String) row[3]).toUpperCase(Locale.ROOT));
    return new BegunCall((int) Sql.number(row[0]), (String) row[1], (String) row[2], status);
  }

  /** Costs as much as the run's events; few runs end without an owner, which knows its totals. */
  private static void sum(EntityManager em, OwnerlessEnding ending, RunTotals totals) {
    try (Stream<String> bodies =
        em.createQuery(
                "select s.body from SegmentRow s where s.key.threadKey = :thread"
                    + " and s.key.runKey = :run",
                String.class)
            .setParameter("thread", Keys.thread(ending.threadId()))
            .setParameter("run", Keys.run(ending.runId()))
            .setHint("org.hibernate.fetchSize", AT_ONCE)
            .getResultStream()) {
      bodies.forEach(body -> add(body, ending, totals));
    }
  }

  /** Unreadable events must not keep their run from ending (F36). */
  private static void add(String body, OwnerlessEnding ending, RunTotals totals) {
    try {
      totals.add(StoredEvents.read(ending.threadId(), ending.runId(), body));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Run {0} ends without the steps and tokens of events that cannot be decoded ({1})",
          ending.runId(),
          e.getClass().getSimpleName());
    }
  }

  /**
   * Returns the first events of runs that ended without events of their own, by run id, rebuilt
   * from the rows of the run, its job and its thread.
   */
  public static Map<String, AgentEvent.RunStart> firstEvents(
      EntityManager em, ThreadId threadId, List<String> runIds) {
    var starts = new HashMap<String, AgentEvent.RunStart>();
    em.createQuery(FIRST_EVENTS, Object[].class)
        .setParameter("thread", Keys.thread(threadId))
        .setParameter("runs", runIds.stream().map(Keys::run).toList())
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
