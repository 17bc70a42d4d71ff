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
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Where a runtime keeps conversations and runs; all over the same rows.
 *
 * @param threads conversations
 * @param runs runs and their calls
 * @param suspensions what runs ask, and what was decided
 * @param log what runs told
 * @param commits every write of a run
 * @param mailbox accepts runs and leases them; its lease is at least {@link #LEASE}
 * @param tools transactions of tools; without them no tool can be transactional
 * @param profile shared values; without it hooks and tools get no access to any (features row 61)
 * @param documents what runs resolved when they began, so that they go on with it
 * @param outbox what was committed for plugins to be told
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

  private static final int MAX_ATTEMPTS = 5;

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

  /** In memory: nothing survives the process, nothing is forgotten while it lives. */
  public static RuntimeStores inMemory(InstantSource clock) {
    return of(new MemoryStores(clock, new MailboxStore.Settings(LEASE, MAX_ATTEMPTS, "embedded")));
  }

  /** All of these. */
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

  /** The same with these shared values. */
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

  /** The same with transactions of tools. */
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

  /** The same with a mailbox around this one. */
  public RuntimeStores with(MailboxStore other) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, other, tools, profile, documents, outbox);
  }

  /** The same with another way to write. */
  public RuntimeStores with(RunCommit other) {
    return new RuntimeStores(
        threads, runs, suspensions, log, other, mailbox, tools, profile, documents, outbox);
  }

  /** The same with documents of runs. */
  public RuntimeStores with(DocumentStore kept) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, mailbox, tools, profile, kept, outbox);
  }

  /** The same with this outbox. */
  public RuntimeStores with(OutboxStore entries) {
    return new RuntimeStores(
        threads, runs, suspensions, log, commits, mailbox, tools, profile, documents, entries);
  }

  /** The stores that the loop of a node uses. */
  public RunStores ofRuns() {
    return new RunStores(
        threads, runs, suspensions, log, commits, tools, profile, documents, outbox);
  }

  /** The same for a node whose runs are pinned to what it knows when they begin (failure F13). */
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
