package io.awaken.core.loop;

import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import java.util.Optional;

/**
 * The stores of an activation.
 *
 * @param threads history and state of threads
 * @param runs runs and their calls
 * @param suspensions questions of runs and their decisions
 * @param log the committed events of runs
 * @param commits every write of a run
 * @param tools transactions of tools, if the store supports them
 * @param profile shared values, if the runtime stores any (features row 61)
 * @param documents the documents that runs are pinned to
 * @param outbox committed but undelivered entries for plugins
 */
public record RunStores(
    ThreadStore threads,
    RunStore runs,
    SuspensionStore suspensions,
    EventLog log,
    RunCommit commits,
    Optional<ToolTransactions> tools,
    Optional<ProfileStore> profile,
    DocumentStore documents,
    OutboxStore outbox) {

  /** Stores without tool transactions, shared values, pinned documents and an outbox. */
  public RunStores(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      RunCommit commits) {
    this(
        threads,
        runs,
        suspensions,
        log,
        commits,
        Optional.empty(),
        Optional.empty(),
        DocumentStore.NONE,
        OutboxStore.NONE);
  }
}
