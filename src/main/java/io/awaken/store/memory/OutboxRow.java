package io.awaken.store.memory;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.store.outbox.DueEntry;
import io.awaken.core.store.outbox.OutboxEntry;

/** An entry of a thread's outbox. Guarded by the tables' lock. */
final class OutboxRow {
  final ThreadRow thread;
  final RunId run;
  final OutboxEntry entry;

  /** The owner that delivers it while it has the thread; null for none. */
  private final ClaimToken token;

  private long dueAt;
  private int attempt;

  OutboxRow(ThreadRow thread, RunId run, OutboxEntry entry, ClaimToken token, long dueAt) {
    this.thread = thread;
    this.run = run;
    this.entry = entry;
    this.token = token;
    this.dueAt = dueAt;
    this.attempt = entry.kind() == OutboxEntry.Kind.END ? 0 : 1;
  }

  boolean isDue(long now) {
    boolean owned = token != null && thread.slot != null && token.equals(thread.slot.token);
    return dueAt <= now && !owned;
  }

  DueEntry taken(long until) {
    dueAt = until;
    return new DueEntry(thread.id, run, entry, ++attempt);
  }
}
