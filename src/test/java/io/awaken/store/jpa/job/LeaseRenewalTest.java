package io.awaken.store.jpa.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.KeepingPool;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Relay;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.jpa.JpaStores;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Renewals continue when other work is blocked (failures F19 and F22). */
@Timeout(120)
class LeaseRenewalTest {
  /** Long enough for a slow machine to complete each third. */
  private static final Duration LEASE = Duration.ofSeconds(9);

  private static final ClaimToken TOKEN = new ClaimToken("token");
  private static final int POOL = 3;

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final Relay relay = new Relay(port(unopened.url()));
  private final KeepingPool pool = new KeepingPool(relayed(), POOL, LEASE.multipliedBy(10));
  private final List<Connection> taken = new ArrayList<>();
  private LeaseRenewal renewal;

  @BeforeEach
  void aRunIsClaimed() {
    try (var stores =
        new JpaStores(
            direct.transactions(JpaStores.ENTITIES), direct.database(), Stores.SETTINGS)) {
      stores
          .mailbox()
          .submits()
          .submit(
              new Submission(
                  new RunId("run"),
                  new ThreadId("thread"),
                  new JobId("job"),
                  "helper",
                  Caller.ANONYMOUS,
                  null,
                  List.of(Message.user("in", "hello")),
                  TOKEN));
    }
  }

  @AfterEach
  void close() throws Exception {
    renewal.close();
    for (Connection connection : taken) {
      connection.close();
    }
    pool.close();
    relay.close();
    direct.close();
  }

  @Test
  @Failures("F22")
  void renewalOpensItsConnectionBesideAnExhaustedPool() throws SQLException {
    renewal = new LeaseRenewal(database(relayed()), LEASE);
    exhaustPool();
    assertRenewed();
  }

  @Test
  @Failures("F22")
  void renewalReopensItsConnectionBesideAnExhaustedPool() throws SQLException {
    renewal = new LeaseRenewal(database(relayed()), LEASE);
    assertRenewed();
    exhaustPool();
    breakRenewal();
    assertRenewed();
  }

  @Test
  void renewalTakesAConnectionOfAnOperatorsPoolBeforeAnyWork() throws SQLException {
    renewal = new LeaseRenewal(database(pool.dataSource()), LEASE);
    renewal.open();
    take(POOL - 1);
    assertRenewed();
  }

  @Test
  @Failures("F22")
  void aRenewalWaitsForAnOperatorsPoolAtMostAThirdOfTheLease() throws SQLException {
    renewal = new LeaseRenewal(database(pool.dataSource()), LEASE);
    exhaustPool();
    assertGivenUpInTime();
    taken.removeLast().close();
    assertRenewed();
  }

  @Test
  @Failures("F19")
  @Nightly("waits until a third of a lease has passed")
  void anUnresponsiveConnectionIsReopened() throws SQLException {
    renewal = new LeaseRenewal(database(relayed()), LEASE);
    assertRenewed();
    relay.fallSilent();
    assertGivenUpInTime();
    relay.recover();
    assertRenewed();
  }

  @Test
  @Failures("F19")
  void aConnectAttemptWithoutAnswerFailsAfterAThirdOfTheLease() throws SQLException {
    renewal = new LeaseRenewal(database(relayed()), LEASE);
    relay.fallSilent();
    long begun = System.nanoTime();
    assertThatThrownBy(this::renew).isInstanceOf(StoreUnavailable.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LEASE.dividedBy(2));
    relay.recover();
    assertRenewed();
  }

  @Test
  @Failures("F23")
  void aLockedJobIsNeitherExtendedNorLostAndBlocksNoOther() throws SQLException {
    direct.execute(
        "INSERT INTO awaken_job (thread_key, job_id, run_key, status, max_attempts, claim_token,"
            + " lease_until) VALUES (key_of_thread('other'), 'other', key_of_run('other'),"
            + " 'claimed', 3, 'held', 1)");
    renewal = new LeaseRenewal(database(relayed()), LEASE);
    try (Connection holder = direct.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      try (var statement = holder.createStatement()) {
        statement.execute("UPDATE awaken_job SET updated_at = 0 WHERE job_id = 'other'");
      }

      var held = new ClaimToken("held");
      var found = renewal.renew(List.of(TOKEN, held));
      assertThat(found.owned()).containsExactly(TOKEN);
      assertThat(found.busy()).containsExactly(held);
      holder.rollback();
    }
    assertThat(direct.number("SELECT count(*) FROM awaken_job WHERE lease_until = 1")).isEqualTo(1);
    var lost = new ClaimToken("lost");
    var found = renewal.renew(List.of(TOKEN, new ClaimToken("held"), lost));
    assertThat(found.owned()).hasSize(2).doesNotContain(lost);
    assertThat(found.busy()).isEmpty();
  }

  private Database database(DataSource aside) {
    return new Database(pool.dataSource(), DatabaseProduct.POSTGRESQL, aside);
  }

  private void assertRenewed() {
    direct.execute("UPDATE awaken_job SET lease_until = 1");
    assertThat(renew().owned()).containsExactly(TOKEN);
    assertThat(direct.number("SELECT lease_until FROM awaken_job")).isGreaterThan(1);
  }

  /** The stored connection and its replacement take a third each, so the run is not lost yet. */
  private void assertGivenUpInTime() {
    long begun = System.nanoTime();
    assertThatThrownBy(this::renew).isInstanceOf(StoreUnavailable.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(LEASE.multipliedBy(8).dividedBy(10));
  }

  private io.awaken.core.store.job.MailboxStore.Renewal renew() {
    return renewal.renew(List.of(TOKEN));
  }

  private void exhaustPool() throws SQLException {
    take(POOL);
  }

  private void take(int connections) throws SQLException {
    for (int i = 0; i < connections; i++) {
      Connection connection = pool.dataSource().getConnection();
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute("SET application_name = 'work'");
      }
      taken.add(connection);
    }
  }

  private void breakRenewal() {
    direct.number(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE application_name = 'leases'");
  }

  private DataSource relayed() {
    var source = new PGSimpleDataSource();
    source.setUrl(
        unopened.url().replace(":" + port(unopened.url()) + "/", ":" + relay.port() + "/"));
    source.setApplicationName("leases");
    return source;
  }

  private static int port(String url) {
    return Integer.parseInt(url.replaceFirst(".*:(\\d+)/.*", "$1"));
  }
}
