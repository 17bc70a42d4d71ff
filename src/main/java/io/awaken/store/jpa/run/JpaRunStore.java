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
import io.awaken.core.store.run.InboxEntry;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.CallRow;
import io.awaken.store.jpa.rows.DeletedThreadRow;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.Inbox;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Runs and their calls; cancellations lock the thread row like every write. */
public final class JpaRunStore implements RunStore {
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
  public Page<RunRecord> list(RunQuery query) {
    return transactions.call(em -> RunLists.page(em, query));
  }

  @Override
  public Unfinished unfinished(String tenant, String subject) {
    return transactions.call(em -> RunLists.unfinished(em, statements.product(), tenant, subject));
  }

  @Override
  public Spent spent(String tenant, String subject, Duration time, String currency) {
    return transactions.call(
        em -> RunLists.spent(em, statements.clock(), tenant, subject, time, currency));
  }

  @Override
  public List<CallState> calls(RunId runId) {
    return transactions.call(
        em ->
            em
                .createQuery(
                    "select c from CallRow c where c.key.threadId ="
                        + " (select r.threadId from RunRow r where r.runId = :run"
                        + DeletedThreadRow.leftOut("r.threadId")
                        + ")"
                        + " and c.key.runId = :run order by c.step, c.ordinal",
                    CallRow.class)
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
                .flatMap(run -> Inbox.readable(em, run.threadId, run.runId).stream())
                .toList());
  }

  @Override
  public Set<String> senders(RunId runId) {
    return transactions.call(em -> load(em, runId).map(run -> senders(em, run)).orElseGet(Set::of));
  }

  private static Set<String> senders(EntityManager em, RunRow run) {
    Set<String> senders = Inbox.senders(em, run.threadId, run.runId);
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
    statements.threads().hold(em, run.threadId);
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
        statements.runs().requestCancel(em, run.threadId, run.runId, by.subject());
        yield CancelResult.REQUESTED;
      }
      default -> CancelResult.ALREADY_DONE;
    };
  }

  private void end(EntityManager em, RunRow run, Plan.End plan) {
    statements.jobs().cancel(em, run.threadId, run.runId);
    statements.endings().endRun(em, new Endings.Job(run.threadId, null, run.runId), plan);
  }

  private static Optional<Found> found(EntityManager em, RunId runId) {
    return em
        .createQuery(
            "select r, "
                + ThreadRow.ACCESS
                + " from RunRow r join ThreadRow t on t.threadId = r.threadId where r.runId = :run"
                + DeletedThreadRow.leftOut("r.threadId"),
            Object[].class)
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
            "select r from RunRow r where r.runId = :run" + DeletedThreadRow.leftOut("r.threadId"),
            RunRow.class)
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
                    + " ON j.thread_id = r.thread_id AND j.job_id = r.job_id"
                    + " WHERE r.thread_id = :thread AND r.run_id = :run")
            .setParameter("thread", run.threadId)
            .setParameter("run", run.runId)
            .getResultList();
    return found.stream().findFirst().map(row -> state((Object[]) row));
  }

  private static RunState state(Object[] row) {
    return RunState.of(RunRow.status((String) row[0]), JobRow.status((String) row[1]), false);
  }
}
