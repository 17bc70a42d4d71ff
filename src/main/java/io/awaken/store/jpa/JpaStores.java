package io.awaken.store.jpa;

import io.awaken.core.secret.SecretStore;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.document.ToolPinStore;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.store.database.Database;
import io.awaken.store.database.SeparateTransactions;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.document.JpaDocumentStore;
import io.awaken.store.jpa.document.JpaProfileStore;
import io.awaken.store.jpa.document.JpaSecretStore;
import io.awaken.store.jpa.document.JpaServerKeys;
import io.awaken.store.jpa.document.JpaSubscriptionStore;
import io.awaken.store.jpa.document.JpaToolPinStore;
import io.awaken.store.jpa.document.Pinning;
import io.awaken.store.jpa.event.JpaEventLog;
import io.awaken.store.jpa.job.Claims;
import io.awaken.store.jpa.job.JpaLeaseStore;
import io.awaken.store.jpa.job.JpaQueueStore;
import io.awaken.store.jpa.job.JpaQueueWatch;
import io.awaken.store.jpa.job.LeaseRenewal;
import io.awaken.store.jpa.rows.CallRow;
import io.awaken.store.jpa.rows.InboxRow;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.MessageRow;
import io.awaken.store.jpa.rows.MessageRow.SystemMessageRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.SegmentRow;
import io.awaken.store.jpa.rows.SuspensionRow;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.rows.ThreadRow.StretchRow;
import io.awaken.store.jpa.run.JpaOutboxStore;
import io.awaken.store.jpa.run.JpaRunCommit;
import io.awaken.store.jpa.run.JpaRunStore;
import io.awaken.store.jpa.run.JpaToolTransactions;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.submission.Submissions;
import io.awaken.store.jpa.suspension.JpaSuspensionStore;
import io.awaken.store.jpa.thread.JpaThreadStore;
import java.util.List;

/**
 * All stores over one database. Created once at startup, after the migrations; thread-safe. Closing
 * it closes only the connection that renews leases.
 *
 * @param renewal renews leases on a connection of its own
 */
public record JpaStores(
    LeaseRenewal renewal,
    MailboxStore mailbox,
    RunCommit runCommit,
    ToolTransactions toolTransactions,
    RunStore runs,
    SuspensionStore suspensions,
    ThreadStore threads,
    EventLog events,
    ProfileStore profile,
    DocumentStore documents,
    OutboxStore outbox,
    QueueWatch queue,
    ServerKeys serverKeys,
    SecretStore secrets,
    ToolPinStore toolPins,
    SubscriptionStore subscriptions)
    implements AutoCloseable {
  /** The entities that the entity manager factory must list. */
  public static final List<Class<?>> ENTITIES =
      List.of(
          ThreadRow.class,
          RunRow.class,
          JobRow.class,
          MessageRow.class,
          MessageRow.Key.class,
          SystemMessageRow.class,
          StretchRow.class,
          StretchRow.Key.class,
          CallRow.class,
          CallRow.Key.class,
          SegmentRow.class,
          SegmentRow.Key.class,
          SuspensionRow.class,
          SuspensionRow.Key.class,
          InboxRow.class,
          InboxRow.Key.class,
          DeletedThreadRow.class);

  /**
   * Opens no connection yet.
   *
   * @param shared transactions over {@link #ENTITIES}; every call uses its own and rejects an
   *     active one
   * @param database provides the clock and the plain connection that renews leases
   * @param settings lease, attempts and the name of this node
   */
  public JpaStores(Transactions shared, Database database, MailboxStore.Settings settings) {
    this(
        new SeparateTransactions(shared, database.product()),
        database,
        settings,
        Statements.of(database.product(), settings),
        new LeaseRenewal(database, settings.lease()));
  }

  private JpaStores(
      SeparateTransactions transactions,
      Database database,
      MailboxStore.Settings settings,
      Statements statements,
      LeaseRenewal renewal) {
    this(
        transactions,
        database,
        settings,
        statements,
        renewal,
        new JpaDocumentStore(transactions, database.product()),
        new JpaRunCommit(transactions, statements));
  }

  private JpaStores(
      SeparateTransactions transactions,
      Database database,
      MailboxStore.Settings settings,
      Statements statements,
      LeaseRenewal renewal,
      JpaDocumentStore documents,
      JpaRunCommit commits) {
    this(
        renewal,
        mailbox(transactions, settings, statements, renewal, new Pinning(Pins.NONE, documents)),
        commits,
        new JpaToolTransactions(transactions, commits, database),
        new JpaRunStore(transactions, statements),
        new JpaSuspensionStore(transactions, statements),
        new JpaThreadStore(transactions, statements),
        new JpaEventLog(transactions, statements.clock()),
        new JpaProfileStore(transactions, database.product()),
        documents,
        new JpaOutboxStore(transactions, statements),
        new JpaQueueWatch(database, transactions::hasRoom),
        new JpaServerKeys(transactions, database.product()),
        new JpaSecretStore(transactions, database.product()),
        new JpaToolPinStore(transactions, database.product()),
        new JpaSubscriptionStore(transactions, database.product()));
    transactions.whenAway(documents::forget);
  }

  private static MailboxStore mailbox(
      Transactions transactions,
      MailboxStore.Settings settings,
      Statements statements,
      LeaseRenewal renewal,
      Pinning pinning) {
    return new MailboxStore(
        new Submissions(transactions, statements, settings, pinning),
        new Claims(transactions, statements, settings.bounds().thread(), pinning),
        new JpaLeaseStore(transactions, statements, settings, renewal),
        new JpaQueueStore(transactions, statements, settings));
  }

  /**
   * Opens the connection that renews leases, before runs can exhaust the pool.
   *
   * @throws io.awaken.store.database.DatabaseRefused when none is available
   */
  public void open() {
    renewal.open();
  }

  @Override
  public void close() {
    renewal.close();
  }
}
