package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When slow work takes all its permits, other work continues (failure F22). */
@Timeout(60)
@Failures("F22")
class ExhaustedPoolTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final OutageBed bed = new OutageBed(unopened.url(), SHORT);
  private final Claim claim = bed.claimed("live");
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Future<?>> work = new ArrayList<>();
  private final List<Connection> taken = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    over.countDown();
    for (Future<?> one : work) {
      one.get();
    }
    threads.close();
    for (Connection connection : taken) {
      connection.close();
    }
    bed.close();
    direct.close();
  }

  @Test
  void otherWorkContinuesWhileToolsKeepTransactionsOpen() throws InterruptedException {
    var begun = new CountDownLatch(OutageBed.PERMITS / 2);
    for (int i = 0; i < OutageBed.PERMITS / 2; i++) {
      work.add(
          threads.submit(
              () ->
                  bed.transactions.once(
                      Duration.ofMinutes(1),
                      em -> {
                        hold(em, begun);
                        return null;
                      })));
    }
    begun.await();

    assertRenewedAndHealthy();
    assertThat(bed.stores.runs().cancel(claim.runId(), Caller.ANONYMOUS))
        .isEqualTo(CancelResult.REQUESTED);
    bed.stores.runCommit().commit(claim.fence(), OutageBed.step("one"));
  }

  @Test
  void renewalHealthAndCancellationContinueWhileCommitsTakeEveryPermit()
      throws InterruptedException {
    var begun = new CountDownLatch(OutageBed.PERMITS);
    for (int i = 0; i < OutageBed.PERMITS; i++) {
      work.add(threads.submit(() -> bed.transactions.run(em -> hold(em, begun))));
    }
    begun.await();

    assertRenewedAndHealthy();
    try (var log = new CapturedLog(OutageLog.class.getName())) {
      assertThatThrownBy(() -> bed.claimed("next"))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("at most 4 transactions");
      assertThatThrownBy(() -> bed.stores.runs().find(claim.runId()))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(bed.stores.runs().cancel(claim.runId(), Caller.ANONYMOUS))
        .isEqualTo(CancelResult.REQUESTED);
    assertThat(direct.number("SELECT count(*) FROM awaken_run")).isEqualTo(1);
  }

  @Test
  void anExhaustedPoolLosesNoLeaseAndRequestsMayRetry() throws SQLException {
    for (int i = 0; i < OutageBed.POOL; i++) {
      taken.add(bed.pool.dataSource().getConnection());
    }

    assertRenewed();
    assertThatThrownBy(() -> bed.claimed("next")).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> bed.stores.queue().nextDue()).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> bed.stores.runs().cancel(claim.runId(), Caller.ANONYMOUS))
        .isInstanceOf(StoreUnavailable.class);

    taken.removeLast().close();
    bed.claimed("next");
    assertThat(bed.stores.queue().nextDue()).isEmpty();
  }

  private void assertRenewedAndHealthy() {
    assertRenewed();
    assertThat(bed.stores.queue().nextDue()).isEmpty();
    assertThat(bed.stores.queue().figures().queued()).isZero();
  }

  private void assertRenewed() {
    var token = OutageBed.token("live");
    direct.execute("UPDATE awaken_job SET lease_until = 1");
    assertThat(bed.stores.mailbox().leases().renew(List.of(token)).owned()).containsExactly(token);
    assertThat(direct.number("SELECT lease_until FROM awaken_job")).isGreaterThan(1);
  }

  private void hold(jakarta.persistence.EntityManager em, CountDownLatch begun) {
    em.createNativeQuery("SELECT 1").getResultList();
    begun.countDown();
    try {
      over.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
