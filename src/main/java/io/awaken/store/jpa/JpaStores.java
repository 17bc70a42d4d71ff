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
import io.awaken.store.database.OwnTransactions;
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
 */
public final class JpaStores implements AutoCloseable {

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

  private final LeaseRenewal renewal;
  private final MailboxStore mailbox;
  private final RunCommit runCommit;
  private final ToolTransactions toolTransactions;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final ThreadStore threads;
  private final EventLog events;
  private final ProfileStore profile;
  private final DocumentStore documents;
  private final OutboxStore outbox;
  private final QueueWatch queue;
  private final ServerKeys serverKeys;
  private final SecretStore secrets;
  private final ToolPinStore toolPins;
  private final SubscriptionStore subscriptions;

  /**
   * Opens no connection yet.
   *
   * @param shared transactions over {@link #ENTITIES}; every call uses its own and rejects an
   *     active one
   * @param database provides the clock and the plain connection that renews leases
   * @param settings lease, attempts and the name of this node
   */
  public JpaStores(Transactions shared, Database database, MailboxStore.Settings settings) {
    var transactions = new OwnTransactions(shared, database.product());
    var statements = Statements.of(database.product(), settings);
    renewal = new LeaseRenewal(database, settings.lease());
    var kept = new JpaDocumentStore(transactions, database.product());
    transactions.whenAway(kept::forget);
    documents = kept;
    var pinning = new Pinning(Pins.NONE, kept);
    mailbox =
        new MailboxStore(
            new Submissions(transactions, statements, settings, pinning),
            new Claims(transactions, statements, settings.bounds().thread(), pinning),
            new JpaLeaseStore(transactions, statements, settings, renewal),
            new JpaQueueStore(transactions, statements, settings));
    var commits = new JpaRunCommit(transactions, statements);
    runCommit = commits;
    toolTransactions = new JpaToolTransactions(transactions, commits, database);
    runs = new JpaRunStore(transactions, statements);
    suspensions = new JpaSuspensionStore(transactions, statements);
    threads = new JpaThreadStore(transactions, statements);
    events = new JpaEventLog(transactions, statements.clock());
    profile = new JpaProfileStore(transactions, database.product());
    outbox = new JpaOutboxStore(transactions, statements);
    serverKeys = new JpaServerKeys(transactions, database.product());
    secrets = new JpaSecretStore(transactions, database.product());
    toolPins = new JpaToolPinStore(transactions, database.product());
    subscriptions = new JpaSubscriptionStore(transactions, database.product());
    queue = new JpaQueueWatch(database, transactions::hasRoom);
  }

  /**
   * Opens the connection that renews leases, before runs can exhaust the pool.
   *
   * @throws io.awaken.store.database.DatabaseRefused when none is available
   */
  public void open() {
    renewal.open();
  }

  public MailboxStore mailbox() {
    return mailbox;
  }

  public RunCommit runCommit() {
    return runCommit;
  }

  public ToolTransactions toolTransactions() {
    return toolTransactions;
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

  public ProfileStore profile() {
    return profile;
  }

  public DocumentStore documents() {
    return documents;
  }

  public OutboxStore outbox() {
    return outbox;
  }

  public ToolPinStore toolPins() {
    return toolPins;
  }

  public SubscriptionStore subscriptions() {
    return subscriptions;
  }

  public QueueWatch queue() {
    return queue;
  }

  public SecretStore secrets() {
    return secrets;
  }

  public ServerKeys serverKeys() {
    return serverKeys;
  }

  @Override
  public void close() {
    renewal.close();
  }
}
