package io.awaken.store.jpa.run;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The outbox of all threads. */
public final class JpaOutboxStore implements OutboxStore {
  private final Transactions transactions;
  private final Statements statements;

  public JpaOutboxStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
  }

  @Override
  public List<DueEntry> take(Receivers receivers, Set<String> busy, int limit, Duration hold) {
    return transactions.call(em -> statements.outbox().take(em, receivers, busy, limit, hold));
  }

  @Override
  public void remove(ThreadId threadId, List<String> ids) {
    transactions.run(em -> statements.outbox().remove(em, threadId, ids));
  }

  @Override
  public boolean ended(ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects) {
    return transactions.call(em -> ended(em, threadId, runId, entry, effects));
  }

  private boolean ended(
      EntityManager em, ThreadId thread, RunId run, String entry, List<OutboxEntry> effects) {
    if (!replaced(em, thread, run, entry, effects)) {
      return false;
    }
    statements.state().forget(em, Keys.thread(thread), Keys.run(run));
    return true;
  }

  @Override
  public boolean replaced(DueEntry due, List<OutboxEntry> others) {
    return transactions.call(
        em -> replaced(em, due.threadId(), due.runId(), due.entry().id(), others));
  }

  private boolean replaced(
      EntityManager em, ThreadId thread, RunId run, String entry, List<OutboxEntry> others) {
    statements.threads().hold(em, Keys.thread(thread));
    if (!statements.outbox().removed(em, thread, entry)) {
      return false;
    }
    statements.outbox().write(em, thread, run, others);
    return true;
  }

  @Override
  public void postpone(DueEntry due, Duration wait, String failure) {
    transactions.run(em -> statements.outbox().postpone(em, due, wait, failure));
  }

  @Override
  public void giveBack(DueEntry due, Duration wait) {
    transactions.run(em -> statements.outbox().giveBack(em, due, wait));
  }

  @Override
  public void giveUp(DueEntry due, String failure) {
    transactions.run(em -> statements.outbox().giveUp(em, due, failure));
  }

  @Override
  public Page<FailedEntry> failed(String tenant, long after, int skip, int limit) {
    return transactions.call(em -> statements.outbox().failed(em, tenant, after, skip, limit));
  }

  @Override
  public boolean redrive(ThreadId threadId, String entry) {
    return transactions.call(em -> statements.outbox().redrive(em, threadId, entry));
  }

  @Override
  public int purge(Duration keep, int limit) {
    return transactions.call(em -> statements.outbox().purge(em, keep, limit));
  }

  @Override
  public boolean put(ThreadId threadId, RunId runId, PushTarget target, OpenQuestions asked) {
    return locked(threadId, em -> statements.pushes().put(em, threadId, runId, target, asked));
  }

  @Override
  public List<PushTarget> targets(ThreadId threadId, RunId runId) {
    return transactions.call(em -> statements.pushes().all(em, threadId, runId));
  }

  @Override
  public boolean removeTarget(ThreadId threadId, RunId runId, String key) {
    return locked(threadId, em -> statements.pushes().remove(em, threadId, runId, key));
  }

  private <T> T locked(ThreadId threadId, Function<EntityManager, T> work) {
    return AmbiguousCommits.call(
        transactions,
        em -> {
          statements.threads().hold(em, Keys.thread(threadId));
          return work.apply(em);
        });
  }
}
