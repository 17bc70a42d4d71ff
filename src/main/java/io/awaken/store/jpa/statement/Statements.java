package io.awaken.store.jpa.statement;

import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.store.database.DatabaseProduct;

/**
 * The conditional updates of every table, built once for the clock of the database.
 *
 * @param product the SQL dialect
 * @param clock an SQL expression for epoch milliseconds
 * @param unlockedThreads query suffix that skips rows with a locked thread {@code t}, so that a
 *     stalled lock holder blocks no other work
 */
public record Statements(
    DatabaseProduct product,
    String clock,
    String unlockedThreads,
    ThreadLock threads,
    ThreadRemoval removal,
    JobUpdates jobs,
    RunUpdates runs,
    StateUpdates state,
    SuspensionUpdates suspensions,
    Inbox inbox,
    OutboxRows outbox,
    PushRows pushes,
    Resumption resumption,
    ChildRuns children,
    Endings endings) {

  public static Statements of(DatabaseProduct product, Settings settings) {
    String clock = product.clockMillis();
    var threads = new ThreadLock(product);
    var removal = new ThreadRemoval(threads, product);
    var runs = new RunUpdates(clock);
    var jobs = new JobUpdates(clock, settings);
    var state = new StateUpdates(product);
    var suspensions = new SuspensionUpdates(clock);
    var inbox = new Inbox(clock, threads, settings);
    var outbox = new OutboxRows(product, settings.lease());
    var pushes = new PushRows(outbox);
    var resumption = new Resumption(jobs, runs);
    var children = new ChildRuns(clock, settings, threads, suspensions, inbox, resumption);
    var endings =
        new Endings(clock, threads, jobs, runs, suspensions, inbox, outbox, pushes, children);
    String unlockedThreads = product.skipLocked("t");
    return new Statements(
        product,
        clock,
        unlockedThreads,
        threads,
        removal,
        jobs,
        runs,
        state,
        suspensions,
        inbox,
        outbox,
        pushes,
        resumption,
        children,
        endings);
  }
}
