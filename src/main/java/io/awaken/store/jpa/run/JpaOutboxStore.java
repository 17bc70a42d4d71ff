package io.awaken.store.jpa.run;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;

/** The outbox of all threads. */
public final class JpaOutboxStore implements OutboxStore {
  private final Transactions transactions;
  private final Statements statements;

  public JpaOutboxStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
  }

  @Override
  public List<DueEntry> take(int limit, Duration hold) {
    return transactions.call(em -> statements.outbox().take(em, limit, hold));
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
    statements.threads().hold(em, Keys.thread(thread));
    if (!statements.outbox().removed(em, thread, entry)) {
      return false;
    }
    statements.outbox().write(em, thread, run, effects);
    statements.state().forget(em, Keys.thread(thread), Keys.run(run));
    return true;
  }
}
