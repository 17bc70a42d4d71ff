package io.awaken.store.jpa;

import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.store.database.DatabaseProduct;

/**
 * The conditional updates of every table, built once for the clock of the database.
 *
 * @param clock an SQL expression for epoch milliseconds
 */
record Statements(
    String clock,
    ThreadLock threads,
    JobUpdates jobs,
    RunUpdates runs,
    StateUpdates state,
    SuspensionUpdates suspensions,
    Inbox inbox,
    Endings endings) {

  static Statements of(DatabaseProduct product, Settings settings) {
    String clock = product.clockMillis();
    var threads = new ThreadLock(clock);
    var runs = new RunUpdates(clock);
    var jobs = new JobUpdates(clock, settings);
    var state = new StateUpdates(product);
    var suspensions = new SuspensionUpdates(clock);
    var inbox = new Inbox(clock, threads, settings);
    var endings = new Endings(clock, threads, runs, state, suspensions, inbox);
    return new Statements(clock, threads, jobs, runs, state, suspensions, inbox, endings);
  }
}
