package io.awaken.store.jpa;

import io.awaken.core.mailbox.MailboxStore.Settings;

/**
 * The conditional updates of every table, built once for the clock of the database.
 *
 * @param clock an SQL expression for epoch milliseconds
 */
record Statements(
    String clock, ThreadLock threads, JobUpdates jobs, RunUpdates runs, Endings endings) {

  static Statements of(String clock, Settings settings) {
    var threads = new ThreadLock(clock);
    var runs = new RunUpdates(clock);
    var jobs = new JobUpdates(clock, settings);
    return new Statements(clock, threads, jobs, runs, new Endings(clock, threads, runs));
  }
}
