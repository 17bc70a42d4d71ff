package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Relay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The network of the node's own pool drops all packets silently (failure F19). */
@Timeout(300)
@Failures("F19")
class SilentDatabaseTest {

  /** Includes checking an ambiguous commit on another connection. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final Relay relay = new Relay(port(unopened.url()));
  private final OutageBed bed =
      new OutageBed(
          unopened.url().replace(":" + port(unopened.url()) + "/", ":" + relay.port() + "/")
              + "&socketTimeout=3&connectTimeout=3&sslmode=disable");
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() throws Exception {
    relay.refuse();
    threads.close();
    bed.close();
    relay.close();
    direct.close();
  }

  @Test
  @Nightly("waits until a socket gives up")
  void commitsAndRequestsFailWithinTheSocketTimeoutAndReleaseTheirPermits() throws Exception {
    List<Claim> live = new ArrayList<>();
    for (int i = 0; i < OutageBed.PERMITS; i++) {
      live.add(bed.claimed("live-" + i));
    }
    atOnce();
    relay.fallSilent();

    List<Future<?>> held = new ArrayList<>();
    long begun = System.nanoTime();
    for (Claim claim : live) {
      String commit = "silent-" + claim.runId();
      held.add(
          threads.submit(
              () -> bed.stores.runCommit().commit(claim.fence(), OutageBed.step(commit))));
      held.add(threads.submit(() -> bed.stores.runs().find(claim.runId())));
      held.add(threads.submit(() -> bed.claimed("next-" + claim.runId())));
    }
    for (Future<?> one : held) {
      assertThat(OutageBed.isOutage(failure(one))).isTrue();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(BOUND);

    relay.recover();
    // Uses all permits at once, so that none can be lost.
    atOnce();
    for (Claim claim : live) {
      bed.stores.runCommit().commit(claim.fence(), OutageBed.step("heard-" + claim.runId()));
    }
    bed.claimed("after");
    assertThat(direct.number("SELECT count(*) FROM awaken_message"))
        .isEqualTo(2L * live.size() + 1);
  }

  @Test
  void theOwnPoolHasASocketTimeoutOfSixtySecondsByDefault() throws SQLException {
    var settings = new DatabaseSettings(unopened.url(), Optional.empty(), Optional.empty());
    try (var connection = new ConfiguredDataSource(settings).getConnection()) {
      assertThat(connection.getNetworkTimeout()).isEqualTo(60_000);
    }
  }

  private void atOnce() throws Exception {
    var together = new CyclicBarrier(OutageBed.PERMITS);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < OutageBed.PERMITS; i++) {
      all.add(
          threads.submit(
              () ->
                  bed.transactions.run(
                      em -> {
                        em.createNativeQuery("SELECT 1").getResultList();
                        meet(together);
                      })));
    }
    for (Future<?> one : all) {
      one.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Throwable failure(Future<?> work) throws InterruptedException {
    try {
      return new AssertionError("nothing failed: " + work.get());
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  private static int port(String url) {
    return Integer.parseInt(url.replaceFirst(".*:(\\d+)/.*", "$1"));
  }
}
