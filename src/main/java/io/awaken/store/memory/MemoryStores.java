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
public final class MemoryStores {
  final Tables tables;
  private final MailboxStore mailbox;
  private final RunCommit runCommit;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final ThreadStore threads;
  private final EventLog events;
  private final MemoryOutboxStore outbox;
  private final ProfileStore profile = new MemoryProfileStore();
  private final ServerKeys serverKeys = new MemoryServerKeys();

  /**
   * Empty stores.
   *
   * @param clock gives the times of rows and leases
   * @param settings lease and attempts; the node id is not used
   */
  public MemoryStores(InstantSource clock, MailboxStore.Settings settings) {
    tables = new Tables(clock);
    var jobs = new MemoryQueue(tables, settings, Pins.NONE);
    var submits = new MemorySubmitStore(tables, settings, Pins.NONE);
    mailbox = new MailboxStore(submits, jobs, jobs, jobs);
    outbox = new MemoryOutboxStore(tables, settings.lease());
    runCommit = new MemoryRunCommit(tables, outbox);
    runs = new MemoryRunStore(tables);
    suspensions = new MemorySuspensionStore(tables);
    threads = new MemoryThreadStore(tables);
    events = new MemoryEventLog(tables);
  }

  public ProfileStore profile() {
    return profile;
  }

  public ServerKeys serverKeys() {
    return serverKeys;
  }

  public DocumentStore documents() {
    return tables.documents;
  }

  public MailboxStore mailbox() {
    return mailbox;
  }

  public RunCommit runCommit() {
    return runCommit;
  }

  public RunStore runs() {
    return runs;
  }

  public SuspensionStore suspensions() {
    return suspensions;
  }

  public ThreadStore threads() {
    return threads;
  }

  public OutboxStore outbox() {
    return outbox;
  }

  public EventLog events() {
    return events;
  }
}
