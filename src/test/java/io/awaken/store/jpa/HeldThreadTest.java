package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.mailbox.Dispatcher;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A node that stalls in a transaction locks the row of a thread; duties for other threads do not
 * wait for it.
 */
class HeldThreadTest {
  private static final Duration POLL = Duration.ofMinutes(10);

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final QueuedRows rows = new QueuedRows(unopened.open());
  private Connection holder;
  private RunId held;

  @BeforeEach
  void aThreadWhoseLeaseRanOutIsHeld() throws SQLException {
    held = rows.submit("held", new ClaimToken("held"), List.of());
    rows.database.execute("UPDATE awaken_job SET lease_until = 1");
    holder = rows.database.dataSource().getConnection();
    holder.setAutoCommit(false);
    hold("UPDATE awaken_thread SET title = 'x' WHERE thread_id = 't-" + held + "'");
  }

  @AfterEach
  void close() throws SQLException {
    holder.rollback();
    holder.close();
    rows.close();
  }

  private void hold(String sql) throws SQLException {
    try (var statement = holder.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  @Failures("F23")
  void aNodeStartsAllOtherRunsAndReclaimsAllOtherLeases() throws Exception {
    rows.submit("lost", new ClaimToken("lost"), List.of());
    rows.database.execute("UPDATE awaken_job SET lease_until = 1 WHERE claim_token = 'lost'");
    for (String kind : List.of("stuck", "given")) {
      String stuck = rows.queue(kind).value();
      hold("UPDATE awaken_thread SET title = 'x' WHERE thread_id = 't-" + stuck + "'");
    }
    // A job that was claimed before checks for a cancellation first.
    rows.database.execute("UPDATE awaken_job SET attempt_count = 1 WHERE job_id LIKE 'j-given%'");
    for (int i = 0; i < 50; i++) {
      rows.queue("waits");
    }
    var begun = new CountDownLatch(51);
    // Without the locked thread, whose lease is swept at the next poll, which is far away.
    var all = new CountDownLatch(53);
    var node =
        new Mailbox(
            rows.mailbox(),
            RunOwners.withoutBus(new LiveRuns(System::nanoTime)),
            Mailbox.Limits.of(100));
    var starter =
        new RunStarter(
            node,
            (claim, signals) -> {},
            task -> {
              begun.countDown();
              all.countDown();
            },
            new CountingIds());
    var dispatcher =
        new Dispatcher(
            starter,
            rows.mailbox().queue(),
            new Dispatcher.Duties(
                new SweepLeases(rows.mailbox().leases(), node),
                () -> {},
                task -> Thread.ofVirtual().start(task)),
            new Dispatcher.Times(POLL, POLL),
            System::nanoTime);
    Thread looks = Thread.ofVirtual().start(dispatcher);
    try {
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      holder.rollback();
      assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      looks.interrupt();
      looks.join();
    }
    assertThat(rows.database.number("SELECT count(*) FROM awaken_job WHERE claim_token = 'held'"))
        .isEqualTo(1);
  }

  @Test
  @Failures("F23")
  void sweepsSkipTheLockedThread() throws SQLException {
    assertThat(rows.mailbox().leases().reclaimExpired(10)).isZero();
    assertThat(rows.mailbox().leases().forceEndOverdue(Duration.ZERO, 10)).isZero();
    assertThat(rows.stores.suspensions().expire(10)).isEmpty();

    holder.rollback();
    assertThat(rows.mailbox().leases().reclaimExpired(10)).isEqualTo(1);
  }

  @Test
  @Failures({"F23", "F36"})
  void anUnreadableJobGoesToTheDeadLetterOnceItsThreadIsUnlocked() throws SQLException {
    String poison = rows.queue("poison").value();
    rows.database.execute("UPDATE awaken_job SET input = '{' WHERE job_id = 'j-" + poison + "'");
    hold("UPDATE awaken_thread SET title = 'x' WHERE thread_id = 't-" + poison + "'");
    try (var others = impatient();
        var log = new CapturedLog("io.awaken.store.jpa.job.Claims")) {
      var job = others.mailbox().claims().due(1).getFirst();
      assertThat(others.mailbox().claims().claim(job, new ClaimToken("first"))).isEmpty();
      assertThat(others.mailbox().queue().queueDepth()).isEqualTo(1);

      holder.rollback();
      assertThat(others.mailbox().claims().claim(job, new ClaimToken("second"))).isEmpty();
      assertThat(others.mailbox().queue().queueDepth()).isZero();
      assertThat(log.warnings()).singleElement().asString().contains("goes to the dead letter");
    }
  }

  @Test
  @Failures("F23")
  void aCommandToTheLockedThreadIsUnavailable() throws SQLException {
    try (var others = impatient()) {
      assertThatThrownBy(() -> others.stores.runs().cancel(held, Caller.ANONYMOUS))
          .isInstanceOf(StoreUnavailable.class);
    }
  }

  /** A node whose sessions have a short lock timeout. */
  private QueuedRows impatient() {
    return new QueuedRows(Databases.open(unopened.url() + "&options=-c%20lock_timeout%3D50ms"));
  }
}
