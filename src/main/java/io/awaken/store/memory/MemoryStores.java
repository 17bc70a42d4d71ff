package io.awaken.store.memory;

import io.awaken.core.commit.DocumentStore;
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.Pins;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.state.ProfileStore;
import java.time.InstantSource;

/**
 * Every store in memory, over the same rows. For embedding and tests: nothing survives the process,
 * and nothing is ever forgotten while it lives. Thread-safe.
 */
public final class MemoryStores {
  final Tables tables;
  private final MailboxStore mailbox;
  private final RunCommit runCommit;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final ThreadStore threads;
  private final EventLog events;
  private final ProfileStore profile = new MemoryProfileStore();

  /**
   * Empty stores.
   *
   * @param clock gives the times of rows and leases
   * @param settings lease and attempts; the node id is not used
   */
  public MemoryStores(InstantSource clock, MailboxStore.Settings settings) {
    tables = new Tables(clock);
    mailbox = new MemoryMailboxStore(tables, settings, Pins.NONE);
    runCommit = new MemoryRunCommit(tables);
    runs = new MemoryRunStore(tables);
    suspensions = new MemorySuspensionStore(tables);
    threads = new MemoryThreadStore(tables);
    events = new MemoryEventLog(tables);
  }

  public ProfileStore profile() {
    return profile;
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

  public EventLog events() {
    return events;
  }
}
