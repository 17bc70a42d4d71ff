package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.JobId;
import io.awaken.core.runtime.RuntimeStores;
import io.awaken.core.state.ProfileStore;
import io.awaken.fixture.Databases;
import java.util.List;
import java.util.Optional;

/** The stores over one database, whose tables are emptied for each test. */
final class InDatabase implements Stores, AutoCloseable {
  static final List<String> TABLES =
      List.of(
          "thread",
          "run",
          "message",
          "job",
          "call",
          "segment",
          "inbox",
          "suspension",
          "state",
          "profile");
  private final Databases.Fresh database;
  private final JpaStores stores;

  InDatabase(Databases.Fresh database) {
    this.database = database;
    stores =
        new JpaStores(
            database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS);
  }

  /** The same stores for a runtime. */
  static RuntimeStores ports(JpaStores stores) {
    return new RuntimeStores(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.events(),
        stores.runCommit(),
        stores.mailbox(),
        Optional.of(stores.profile()));
  }

  /** These stores for a runtime. */
  RuntimeStores ports() {
    return ports(stores);
  }

  InDatabase emptied() {
    TABLES.forEach(table -> database.execute("DELETE FROM awaken_" + table));
    return this;
  }

  @Override
  public MailboxStore mailbox() {
    return stores.mailbox();
  }

  @Override
  public RunCommit runCommit() {
    return stores.runCommit();
  }

  @Override
  public RunStore runs() {
    return stores.runs();
  }

  @Override
  public ThreadStore threads() {
    return stores.threads();
  }

  @Override
  public EventLog events() {
    return stores.events();
  }

  @Override
  public ProfileStore profile() {
    return stores.profile();
  }

  @Override
  public SuspensionStore suspensions() {
    return stores.suspensions();
  }

  @Override
  public void expireQuestions() {
    database.execute("UPDATE awaken_suspension SET expires_at = 1 WHERE expires_at IS NOT NULL");
  }

  @Override
  public void expireLeases() {
    database.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
  }

  @Override
  public void prioritise(JobId job, int priority) {
    database.execute(
        "UPDATE awaken_job SET priority = " + priority + " WHERE job_id = '" + job + "'");
  }

  @Override
  public void close() {
    stores.close();
    database.close();
  }
}
