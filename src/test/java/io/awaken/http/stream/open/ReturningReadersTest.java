package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.fixture.StatementCounter;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.jpa.JpaStores;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thousand readers whose connections break, on one run, over a real database. */
@Nightly("a thousand readers")
class ReturningReadersTest {

  private static final int READERS = 1_000;
  private static final int EVENTS = 2_000;
  private static final int COMMITS = 20;

  private final LiveHub hub = Hubs.alone();
  private final AtomicInteger returns = new AtomicInteger();
  private final CountDownLatch done = new CountDownLatch(READERS);
  private final RunId run = new RunId("r");

  @ParameterizedTest
  @EnumSource
  @Rows(175)
  @Failures("F38")
  void disconnectedReadersResumeExactlyThereWithOneQueryEach(DatabaseProduct product)
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed of the dropped readers: " + seed);
    try (var database = Databases.of(product);
        var timer = Executors.newSingleThreadScheduledExecutor();
        var blocking = Executors.newVirtualThreadPerTaskExecutor();
        var arriving = Executors.newFixedThreadPool(8);
        var writing = open(database, database.dataSource())) {
      var counter = new StatementCounter(database.dataSource());
      try (var reading = open(database, counter.dataSource())) {
        var streams =
            new Streams(
                hub,
                reading.stores().events(),
                StreamSettings.DEFAULTS,
                new StreamThreads(blocking, timer),
                InstantSource.system());
        var run = speaking(writing.stores());
        List<Reader> readers = arrive(streams, arriving, new Random(seed));
        publishesEveryEvent(run);

        assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
        List<Long> all = LongStream.rangeClosed(1, EVENTS).boxed().toList();
        assertThat(readers).allSatisfy(reader -> assertThat(reader.got).isEqualTo(all));
        // Only the readers send queries here.
        int asked = counter.executions().size();
        System.out.println(returns.get() + " returns, " + asked + " queries");
        assertThat(returns.get()).isGreaterThan(READERS);
        assertThat(asked).isPositive().isLessThanOrEqualTo(returns.get());
      }
    }
  }

  private ScriptedThread.Speaking speaking(JpaStores stores) {
    return new ScriptedThread(stores.mailbox(), stores.runCommit(), hub, InstantSource.system())
        .begin(run.value());
  }

  private List<Reader> arrive(Streams streams, ExecutorService arriving, Random random) {
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      var reader = new Reader(streams, arriving::execute, random.nextLong());
      readers.add(reader);
      arriving.execute(reader::comeBack);
    }
    return readers;
  }

  private static void publishesEveryEvent(ScriptedThread.Speaking speaking) {
    for (int i = 1; i < EVENTS; i++) {
      speaking.says("w");
      if (i % (EVENTS / COMMITS) == 0) {
        speaking.commits();
      }
    }
    speaking.finishes();
  }

  private static Opened open(Databases.Fresh database, DataSource source) {
    var factory = EntityManagers.local(source, JpaStores.ENTITIES);
    var stores =
        new JpaStores(
            new LocalTransactions(factory),
            new Database(source, database.database().product()),
            new MailboxStore.Settings(Duration.ofMinutes(5), 5, "n1"));
    return new Opened(stores, factory);
  }

  /** Stores over one database connection. */
  private record Opened(JpaStores stores, EntityManagerFactory factory) implements AutoCloseable {
    @Override
    public void close() {
      stores.close();
      factory.close();
    }
  }

  /** Reads until its connection breaks, then reconnects with the last cursor. */
  private final class Reader {

    private final Streams streams;
    private final java.util.concurrent.Executor arriving;
    private final Random random;
    private final List<Long> got = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private Cursor last = Cursor.START;
    private StreamReader reader;
    private int left;
    private int drops = 2;

    Reader(Streams streams, java.util.concurrent.Executor arriving, long seed) {
      this.streams = streams;
      this.arriving = arriving;
      this.random = new Random(seed);
    }

    void comeBack() {
      returns.incrementAndGet();
      left = drops-- > 0 ? 1 + random.nextInt(EVENTS / 2) : Integer.MAX_VALUE;
      var resumed = streams.resume(run, last);
      calls.set(0);
      reader = resumed.taken();
      resumed.begin(this::pump);
      pump();
    }

    /** The first caller reads; the others leave their call with it. */
    private void pump() {
      if (calls.getAndIncrement() > 0) {
        return;
      }
      int answered = 1;
      do {
        if (!read()) {
          return;
        }
        answered = calls.addAndGet(-answered);
      } while (answered != 0);
    }

    private boolean read() {
      for (StreamItem item = reader.next(); item != null; item = reader.next()) {
        last = item.cursor();
        if (item instanceof StreamItem.Event) {
          got.add(last.sequence());
          left--;
        }
        if (left == 0 || item instanceof StreamItem.Resync) {
          leave();
          return false;
        }
      }
      if (reader.finished()) {
        reader.close();
        done.countDown();
        return false;
      }
      return true;
    }

    /** Ignores further calls, so that an abandoned stream cannot reach it. */
    private void leave() {
      reader.close();
      arriving.execute(this::comeBack);
    }
  }
}
