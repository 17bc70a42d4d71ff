package io.awaken.store.database.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.EventBusContract;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.run.RunId;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.store.database.DedicatedConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The bus on a real PostgreSQL, including broken connections. */
class PostgresBusTest extends EventBusContract {

  private static final String LISTENING =
      " FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
  private static final String SENDERS =
      " FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_notify%'"
          + " AND pid <> pg_backend_pid()";

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh database = unopened.open();
  private final List<EventBus> buses = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private CapturedLog breaks;
  private CapturedLog log;

  @BeforeEach
  void keepTheLog() {
    breaks = new CapturedLog(DedicatedConnection.class);
    log = new CapturedLog(PostgresBus.class);
  }

  @AfterEach
  void drop() throws Exception {
    buses.forEach(EventBus::close);
    for (Thread thread : threads) {
      thread.join();
    }
    database.close();
    breaks.close();
    log.close();
  }

  @Override
  protected EventBus join() throws Exception {
    var source = new PGSimpleDataSource();
    source.setUrl(unopened.url());
    var bus =
        new PostgresBus(
            source, UUID.randomUUID().toString(), Duration.ofMillis(15), System::nanoTime);
    buses.add(bus);
    bus.duties()
        .forEach((name, duty) -> threads.add(Thread.ofPlatform().daemon().name(name).start(duty)));
    await(LISTENING + " AND state = 'idle'", buses.size());
    return bus;
  }

  @Test
  void aBrokenListenerReconnectsAndReportsMissedHints() throws Exception {
    one.publish(new Hint.Work());
    other.publish(new Hint.Work());
    next(heardByOne);
    next(heardByOther);
    endConnections(LISTENING);

    assertThat(next(heardByOther)).isEqualTo(new Hint.Missed());
    assertThat(next(heardByOne)).isEqualTo(new Hint.Missed());
    one.publish(new Hint.Work());
    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());
    assertThat(breaks.warnings()).anyMatch(line -> line.contains("receives hints of other nodes"));
  }

  @Test
  void aBrokenSenderReconnects() throws Exception {
    one.publish(new Hint.Work());
    next(heardByOther);
    endConnections(SENDERS);

    one.publish(new Hint.Stored(new RunId("r")));

    assertThat(next(heardByOther)).isEqualTo(new Hint.Stored(new RunId("r")));
  }

  @Test
  void foreignPayloadsAreIgnored() throws Exception {
    for (String foreign :
        List.of(
            "",
            "hello",
            "{}",
            "[1]",
            "null",
            "{\"node\":7,\"hints\":[{\"kind\":\"WORK\"}]}",
            "{\"node\":\"x\",\"hints\":{\"kind\":null}}",
            "{\"node\":\"x\",\"hints\":[{\"kind\":\"NEWER\"},{\"kind\":\"QUEUED\"},7,null,"
                + "{\"kind\":\"TAIL\",\"of\":\"r\"},{\"kind\":\"STORED\",\"of\":\"\"}]}")) {
      database.execute("SELECT pg_notify('awaken_public', '" + foreign + "')");
    }
    database.execute(
        "SELECT pg_notify('awaken_other', '{\"node\":\"x\",\"hints\":[{\"kind\":\"WORK\"}]}')");

    one.publish(new Hint.Stored(new RunId("r")));

    assertThat(next(heardByOther)).isEqualTo(new Hint.Stored(new RunId("r")));
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void theKnownHintsOfANewerNodeAreReceived() throws Exception {
    database.execute(
        "SELECT pg_notify('awaken_public', '{\"node\":\"x\",\"more\":1,\"hints\":["
            + "{\"kind\":\"NEWER\"},{\"kind\":\"STORED\",\"of\":\"r\",\"why\":\"b\"}]}')");

    assertThat(next(heardByOther)).isEqualTo(new Hint.Stored(new RunId("r")));
  }

  @Test
  void hintsBeyondTheQueueAreReportedAsMissed() throws Exception {
    var held = new CountDownLatch(1);
    var reached = new CountDownLatch(1);
    one.publishFrom(
        () -> {
          reached.countDown();
          await(held);
          return List.of();
        });
    reached.await();
    boolean fits = true;
    int taken = 0;
    while (fits) {
      fits = one.publishFrom(List::of);
      taken++;
    }
    held.countDown();
    assertThat(taken).isBetween(1_000, 100_000);

    assertThat(next(heardByOther)).isEqualTo(new Hint.Missed());
  }

  @Test
  void anIdleNodeSendsNoQueries() throws Exception {
    String last = "SELECT max(extract(epoch FROM query_start) * 1000000)::bigint" + LISTENING;
    long listened = database.number(last);
    one.publish(new Hint.Work());
    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());
    one.publish(new Hint.Work());
    assertThat(next(heardByOther)).isEqualTo(new Hint.Work());

    assertThat(database.number(last)).isEqualTo(listened);
    assertThat(database.number("SELECT count(*)" + SENDERS)).isOne();
  }

  private void endConnections(String which) {
    database.execute("SELECT pg_terminate_backend(pid)" + which);
  }

  private void await(String which, int count) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (database.number("SELECT count(*)" + which) < count) {
      assertThat(System.nanoTime()).as("nodes listen").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
