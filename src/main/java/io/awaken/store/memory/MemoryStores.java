package io.awaken.store.memory;

import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import java.time.InstantSource;

/**
 * All stores in memory, over the same rows, for embedding and tests. Nothing survives the process,
 * and nothing is evicted. Thread-safe.
 */
public record MemoryStores(
    Tables tables,
    MailboxStore mailbox,
    RunCommit runCommit,
    RunStore runs,
    SuspensionStore suspensions,
    ThreadStore threads,
    EventLog events,
    OutboxStore outbox,
    DocumentStore documents,
    ProfileStore profile,
    ServerKeys serverKeys) {

  /**
   * Empty stores.
   *
   * @param clock gives the times of rows and leases
   * @param settings lease and attempts; the node id is not used
   */
  public MemoryStores(InstantSource clock, MailboxStore.Settings settings) {
    this(new Tables(clock), settings);
  }

  private MemoryStores(Tables tables, MailboxStore.Settings settings) {
    this(
        tables,
        new MemoryQueue(tables, settings, Pins.NONE),
        new MemorySubmitStore(tables, settings, Pins.NONE),
        new MemoryOutboxStore(tables, settings.lease()));
  }

  private MemoryStores(
      Tables tables, MemoryQueue jobs, MemorySubmitStore submits, MemoryOutboxStore outbox) {
    this(
        tables,
        new MailboxStore(submits, jobs, jobs, jobs),
        new MemoryRunCommit(tables, outbox),
        new MemoryRunStore(tables),
        new MemorySuspensionStore(tables, outbox),
        new MemoryThreadStore(tables),
        new MemoryEventLog(tables),
        outbox,
        tables.documents,
        new MemoryProfileStore(),
        new MemoryServerKeys());
  }
}
