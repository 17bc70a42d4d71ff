package io.awaken.runtime;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.loop.PinnedRegistry;
import io.awaken.core.loop.RunStores;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.store.jpa.JpaStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Where a runtime stores conversations and runs; all ports share the same rows.
 *
 * @param threads conversations
 * @param runs runs and their calls
 * @param suspensions questions of runs, and their decisions
 * @param log events of runs
 * @param commits every write of a run
 * @param mailbox accepts runs and leases them; its lease is at least {@link #LEASE}
 * @param tools transactions for tools; without them no tool can be transactional
 * @param profile shared values; without it hooks and tools get no access to any (features row 61)
 * @param documents what runs resolved at their start, so that they continue with it
 * @param outbox committed entries for plugins
 */
public record RuntimeStores(
    ThreadStore threads,
    RunStore runs,
    SuspensionStore suspensions,
    EventLog log,
    RunCommit commits,
    MailboxStore mailbox,
    Optional<ToolTransactions> tools,
    Optional<ProfileStore> profile,
    DocumentStore documents,
    OutboxStore outbox) {

  /** A run keeps its thread for this long without a renewal. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  static final MailboxStore.Settings EMBEDDED = new MailboxStore.Settings(LEASE, 5, "embedded");

  /** Without transactions of tools. */
  public RuntimeStores(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      RunCommit commits,
      MailboxStore mailbox,
      Optional<ProfileStore> profile) {
    this(
        threads,
        runs,
        suspensions,
        log,
        commits,
        mailbox,
        Optional.empty(),
        profile,
        DocumentStore.NONE,
        OutboxStore.NONE);
  }

  /** In memory: nothing survives the process, nothing expires while it lives. */
  public static RuntimeStores inMemory(InstantSource clock) {
    return of(new MemoryStores(clock, EMBEDDED));
  }

  /** Uses the ports of these stores. */
  public static RuntimeStores of(MemoryStores stores) {
    return new RuntimeStores(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.events(),
        stores.runCommit(),
        stores.mailbox(),
        Optional.empty(),
        Optional.of(stores.profile()),
        stores.documents(),
        stores.outbox());
  }

  /** Uses the ports of these stores, without transactions of tools. */
  public static RuntimeStores of(JpaStores stores) {
    return new RuntimeStores(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.events(),
        stores.runCommit(),
        stores.mailbox(),
        Optional.empty(),
        Optional.of(stores.profile()),
        stores.documents(),
        stores.outbox());
  }

  /** Replaces the shared values. */
  public RuntimeStores with(ProfileStore shared) {
    return new RuntimeStores(
        threads,
        runs,
        suspensions,
        log,
        commits,
        mailbox,
        tools,
        Optional.of(shared),
        documents,
        outbox);
  }

  /** Replaces the transactions for tools. */
  public RuntimeStores with(ToolTransactions transactions) {
    return new RuntimeStores(
        threads,
        runs,
        suspensions,
        log,
        commits,
        mailbox,
        Optional.of(transactions),
        profile,
        documents,
        outbox);
  }

  /** Replaces the mailbox. */
  public RuntimeStores with(MailboxStore other) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, other, tools, profile, documents, outbox);
  }

  /** Replaces the port for commits. */
  public RuntimeStores with(RunCommit other) {
    return new RuntimeStores(
        threads, runs, suspensions, log, other, mailbox, tools, profile, documents, outbox);
  }

  /** Replaces the documents of runs. */
  public RuntimeStores with(DocumentStore kept) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, mailbox, tools, profile, kept, outbox);
  }

  /** Replaces the outbox. */
  public RuntimeStores with(OutboxStore entries) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, mailbox, tools, profile, documents, entries);
  }

  /** The stores that the loop of a node uses. */
  public RunStores ofRuns() {
    return new RunStores(
        threads, runs, suspensions, log, commits, tools, profile, documents, outbox);
  }

  /** Pins runs to the registry at their start (failure F13). */
  public RuntimeStores pinning(LiveRegistry registry) {
    Pins pins = PinnedRegistry.pins(registry);
    return new RuntimeStores(
        threads,
        runs,
        suspensions,
        log,
        commits,
        mailbox.pinning(pins),
        tools,
        profile,
        documents,
        outbox);
  }
}
