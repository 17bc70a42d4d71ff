package io.awaken.store.database;

import static io.awaken.fixture.CommitBuilder.aCommit;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.KeepingPool;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.jpa.JpaStores;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** The stores as in a server: behind permits, over a pool that keeps dead connections. */
final class OutageBed implements AutoCloseable {
  static final int POOL = 6;
  static final int PERMITS = 4;
  static final Duration PATIENCE = Duration.ofSeconds(20);

  final KeepingPool pool;
  final JpaStores stores;
  final Transactions transactions;
  private final EntityManagerFactory factory;

  OutageBed(String url) {
    this(url, PATIENCE);
  }

  /**
   * @param patience maximum wait for a permit, and for a pool connection
   */
  OutageBed(String url, Duration patience) {
    this(url, patience, pooled -> pooled);
  }

  /**
   * @param seen wraps the pool for the stores
   */
  OutageBed(String url, Duration patience, UnaryOperator<DataSource> seen) {
    var settings = new DatabaseSettings(url, Optional.empty(), Optional.empty());
    pool = new KeepingPool(new ConfiguredDataSource(settings), POOL, patience);
    DataSource source = seen.apply(pool.dataSource());
    var database =
        new Database(source, DatabaseProduct.POSTGRESQL, ConfiguredDataSource.unpooled(settings));
    factory = EntityManagers.local(source, JpaStores.ENTITIES);
    transactions = new CommitPermits(new LocalTransactions(factory), PERMITS, patience);
    stores = new JpaStores(transactions, database, Stores.SETTINGS);
  }

  /** Returns the stores for a runtime. */
  RuntimeStores ports() {
    return RuntimeStores.of(stores);
  }

  static Submission submission(String name, boolean claimed) {
    return new Submission(
        new RunId("run-" + name),
        new ThreadId("thread-" + name),
        new JobId("job-" + name),
        "helper",
        Caller.ANONYMOUS,
        null,
        List.of(Message.user("in-" + name, "hello")),
        claimed ? token(name) : null);
  }

  static ClaimToken token(String name) {
    return new ClaimToken("token-" + name);
  }

  static StepCommit step(String id) {
    return aCommit(id).messages(Message.user(id, "text")).build();
  }

  Claim claimed(String name) {
    return ((SubmitResult.Claimed) stores.mailbox().submits().submit(submission(name, true)))
        .claim();
  }

  /** Returns whether a client gets 503 for it. */
  static boolean isOutage(Throwable failure) {
    return failure instanceof StoreUnavailable || failure.getCause() instanceof StoreUnavailable;
  }

  @Override
  public void close() throws SQLException {
    stores.close();
    factory.close();
    pool.close();
  }
}
