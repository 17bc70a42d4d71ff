package io.awaken.store.memory;

import io.awaken.core.run.RunRecord;
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
import io.awaken.store.memory.keep.Keeper;
import io.awaken.store.memory.keep.StoredThread;
import java.time.InstantSource;
import java.util.Collection;

/**
 * All stores in memory, over the same rows, for embedding and tests. Only what a {@link Keeper}
 * stores survives the process. Nothing is evicted. Thread-safe.
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
    this(clock, settings, Keeper.NONE);
  }

  /** With a keeper of threads and runs. */
  public MemoryStores(InstantSource clock, MailboxStore.Settings settings, Keeper keeper) {
    tables = new Tables(clock, keeper);
    mailbox = new MemoryMailboxStore(tables, settings, Pins.NONE);
    outbox = new MemoryOutboxStore(tables, settings.lease());
    runCommit = new MemoryRunCommit(tables, outbox);
    runs = new MemoryRunStore(tables);
    suspensions = new MemorySuspensionStore(tables);
    threads = new MemoryThreadStore(tables);
    events = new MemoryEventLog(tables);
  }

  /** Restores kept data; must be called before any other use. */
  public void restore(StoredThread kept, Collection<RunRecord> done) {
    tables.call(
        () -> {
          ThreadRow thread = ThreadRow.of(kept);
          tables.threads.put(thread.id, thread);
          for (RunRecord record : done) {
            var run = new RunRow(thread, record);
            tables.runs.put(run.id, run);
            if (run.id.equals(kept.record().latestRunId())) {
              thread.latestRun = run;
            }
          }
          for (StoredThread.Entry left : kept.outbox()) {
            tables.put(new OutboxRow(thread, left.run(), left.entry(), null, tables.now()));
            // Keeps the interrupted run as ended, so that it does not end again at the next
            // start.
            tables.changes.of(tables.runs.get(left.run()));
          }
          return null;
        });
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
