package io.awaken.store.jpa.submission;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.SegmentRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.OutboxRows;
import io.awaken.store.jpa.statement.RunUpdates;
import io.awaken.store.jpa.statement.SeenThread;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Interrupts threads: cancels queued and waiting runs and asks the executing one to stop. Runs that
 * the caller cannot see are not affected.
 */
final class Interruptions {
  private static final TerminationReason WHY = new TerminationReason.Cancelled();
  private static final int PAGE = 250;
  private final Transactions transactions;
  private final String clock;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;
  private final OutboxRows outbox;
  private final String queued;

  Interruptions(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.clock = statements.clock();
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
    this.outbox = statements.outbox();
    this.queued =
        "SELECT q.job_id, r.run_id, r.status, r.subject, q.available_at <= "
            + clock
            + ", COALESCE(r.parent_run_id, CAST(r.pushed AS VARCHAR))"
            + " FROM awaken_queue q"
            + " JOIN awaken_run r ON r.thread_key = q.thread_key AND r.run_key = q.run_key"
            + " WHERE q.thread_key = :thread ORDER BY q.created_at, q.job_id";
  }

  /** Runs a separate transaction; empty when the caller has no such thread. */
  Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return AmbiguousCommits.call(
        transactions,
        em -> {
          threads.hold(em, Keys.thread(threadId));
          var seen = SeenThread.read(em, clock, threadId);
          return seen.exists() && seen.access().allows(by, ThreadAction.WRITE)
              ? clear(em, threadId, by, seen, true).map(Cleared::done)
              : Optional.empty();
        });
  }

  /**
   * Interrupts a thread for a new run, in its transaction. Jobs that are not due do not block it
   * and stay.
   *
   * @return empty when the thread was interrupted since it was read; nothing was written
   */
  Optional<Cleared> makeRoom(EntityManager em, ThreadId threadId, Caller by, SeenThread seen) {
    return clear(em, threadId, by, seen, false);
  }

  private Optional<Cleared> clear(
      EntityManager em, ThreadId threadId, Caller by, SeenThread seen, boolean all) {
    if (!threads.raise(em, Keys.thread(threadId), seen.generation())) {
      return Optional.empty();
    }
    List<Superseded> inLine =
        queued(em, threadId).stream().filter(job -> job.plan(all) instanceof Plan.End).toList();
    List<Superseded> superseded =
        inLine.stream().filter(job -> by.sees(seen.tenant(), job.subject())).toList();
    supersede(em, threadId, superseded, all);
    // Read under the lock: the run may have parked or ended since the first read.
    var now = SeenThread.read(em, clock, threadId);
    boolean spared = superseded.size() < inLine.size() || now.openRun() != null && !now.openTo(by);
    RunId stopping = stop(em, threadId, by, now);
    return Optional.of(
        new Cleared(new Interrupted(now.generation(), stopping, superseded.size()), spared));
  }

  /**
   * Ends the open run if the caller can see it.
   *
   * @return the run if it executes and was asked to stop; otherwise null
   */
  private RunId stop(EntityManager em, ThreadId threadId, Caller by, SeenThread now) {
    if (!now.openTo(by)) {
      return null;
    }
    RunState state = now.slotToken() == null ? RunState.WAITING : RunState.RUNNING;
    if (RunRules.decide(state, new RunCommand.Interrupt(true, true)) instanceof Plan.End end) {
      endings.endRun(em, new Endings.Job(threadId.key(), null, now.openRun()), end);
      return null;
    }
    runs.requestCancel(em, Keys.thread(threadId), Keys.run(now.openRun()), by.subject());
    return now.openRunId();
  }

  /**
   * Runs that never started can end in one batch, since they have no other rows and nothing waits
   * for them.
   */
  private void supersede(
      EntityManager em, ThreadId threadId, List<Superseded> queued, boolean all) {
    for (Superseded job : queued) {
      if (!job.alone() && job.plan(all) instanceof Plan.End end) {
        endings.end(em, new Endings.Job(threadId.key(), job.jobId(), job.runId()), end, null);
      }
    }
    List<Superseded> unbegun = queued.stream().filter(Superseded::alone).toList();
    if (unbegun.isEmpty()) {
      return;
    }
    UUID threadKey = Keys.thread(threadId);
    threads.detach(em, threadKey, Keys.run(unbegun.getFirst().runId()));
    var now = SeenThread.read(em, clock, threadId);
    for (int from = 0; from < unbegun.size(); from += PAGE) {
      List<Superseded> page = unbegun.subList(from, Math.min(from + PAGE, unbegun.size()));
      List<String> runIds = page.stream().map(Superseded::runId).toList();
      Map<String, AgentEvent.RunStart> starts = Endings.firstEvents(em, threadId, runIds);
      jobs.supersede(em, threadKey, page.stream().map(Superseded::jobId).toList());
      runs.endUnbegun(em, threadKey, runIds.stream().map(Keys::run).toList(), WHY);
      for (String id : runIds) {
        var run = new RunId(id);
        var segment =
            new OwnerlessEnding(threadId, run, WHY)
                .segment(
                    new Cursor(now.epoch(), 0), () -> starts.get(id), now.now(), List.of(), false);
        em.persist(new SegmentRow(threadId, run, segment, null));
      }
      outbox.end(em, threadId, runIds.stream().map(RunId::new).toList());
    }
  }

  private List<Superseded> queued(EntityManager em, ThreadId threadId) {
    List<?> rows =
        em.createNativeQuery(queued).setParameter("thread", Keys.thread(threadId)).getResultList();
    return rows.stream().map(row -> Superseded.of((Object[]) row)).toList();
  }

  /**
   * The result for a thread.
   *
   * @param spared whether a run stayed because the caller cannot see it
   */
  record Cleared(Interrupted done, boolean spared) {}

  /**
   * A queued job and its run.
   *
   * @param awaited whether a call waits for the run, or somebody wants to hear of it
   */
  private record Superseded(
      String jobId, String runId, boolean begun, String subject, boolean due, boolean awaited) {
    static Superseded of(Object[] row) {
      boolean begun = !RunStatus.CREATED.wire().equals(row[2]);
      return new Superseded(
          (String) row[0],
          (String) row[1],
          begun,
          (String) row[3],
          (Boolean) row[4],
          row[5] != null);
    }

    boolean alone() {
      return !begun && !awaited;
    }

    Plan plan(boolean all) {
      RunState state = begun ? RunState.RESUMING : RunState.QUEUED;
      return RunRules.decide(state, new RunCommand.Interrupt(due, all));
    }
  }
}
