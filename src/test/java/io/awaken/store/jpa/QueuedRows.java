package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Databases;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A database with queued runs, each on its own thread, with counted statements. */
final class QueuedRows implements AutoCloseable {
  final Databases.Fresh database;
  final StatementCounter counter;
  final JpaStores stores;
  private final EntityManagerFactory factory;
  private int submitted;
  private final AtomicInteger nodes = new AtomicInteger();

  QueuedRows(Databases.Fresh database) {
    this.database = database;
    counter = new StatementCounter(database.dataSource());
    factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
    stores =
        new JpaStores(
            new LocalTransactions(factory),
            new Database(counter.dataSource(), database.database().product()),
            Stores.SETTINGS);
  }

  MailboxStore mailbox() {
    return stores.mailbox();
  }

  /** A node with room for this many runs, which it does not execute. */
  RunStarter node(int room) {
    var owners = RunOwners.withoutBus(new LiveRuns(() -> 0));
    return new RunStarter(
        new Mailbox(mailbox(), owners, Mailbox.Limits.of(room)),
        (claim, signals) -> {},
        task -> {},
        new CountingIds("node-" + nodes.incrementAndGet() + "-"));
  }

  /** Queues a run; its ids start with this prefix. */
  RunId queue(String kind) {
    return submit(kind, null, List.of());
  }

  RunId submit(String kind, ClaimToken claim, List<ClientTool> tools) {
    String id = "%s-%05d".formatted(kind, ++submitted);
    var submission =
        new Submission(
            new RunId(id),
            new ThreadId("t-" + id),
            new JobId("j-" + id),
            "helper",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("m-" + id, "hello")),
            claim);
    mailbox().submits().submit(submission.asking(spec -> spec.withClientTools(tools)));
    return submission.runId();
  }

  /** Adds this many queued rows without valid input. */
  void fill(int jobs) {
    String numbers =
        database.database().product() == DatabaseProduct.H2
            ? "SYSTEM_RANGE(1, " + jobs + ") AS n(x)"
            : "generate_series(1, " + jobs + ") AS n(x)";
    database.execute(
        "INSERT INTO awaken_thread (thread_key, thread_id, tenant, owner)"
            + " SELECT key_of_thread('f' || x), 'f' || x, 'default', 'anonymous' FROM "
            + numbers);
    database.execute(
        "INSERT INTO awaken_run (thread_key, run_key, thread_id, run_id, agent_id, tenant, subject,"
            + " job_id, status) SELECT key_of_thread('f' || x), key_of_run('f' || x), 'f' || x, 'f'"
            + " || x, 'helper', 'default', 'anonymous', 'f' || x, 'created' FROM "
            + numbers);
    database.execute(
        "INSERT INTO awaken_job (thread_key, job_id, run_key, status, max_attempts, input) SELECT"
            + " key_of_thread('f' || x), 'f' || x, key_of_run('f' || x), 'queued', 3, '[]' FROM "
            + numbers);
  }

  @Override
  public void close() {
    stores.close();
    factory.close();
    database.close();
  }
}
