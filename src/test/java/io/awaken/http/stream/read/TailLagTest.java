package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.RecordedRun;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.store.database.bus.PostgresBus;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** How far a reader is behind a run of another node, with a real PostgreSQL between them. */
@Timeout(120)
@Nightly("measures milliseconds, which requires an idle machine")
class TailLagTest {

  private static final int WORDS = 200;
  private static final Duration SOON = Duration.ofMillis(300);

  /** A slow machine pauses now and then; a slow bus is always late. */
  private static final int TRIES = 3;

  private static final int MANY = 400;
  private static final int ROUNDS = 20;

  /** No poll is due in time: all items come over the bus. */
  private static final StreamSettings SETTINGS = withoutPolls();

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final List<EventBus> buses = new ArrayList<>();
  private final List<Thread> duties = new ArrayList<>();
  private final RecordedRun run = new RecordedRun(InstantSource.system());

  @Test
  void aDeltaArrivesOnTheOtherNodeSoon() throws Exception {
    try (Databases.Fresh database = unopened.open();
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var timer = Executors.newSingleThreadScheduledExecutor()) {
      var owner = new LiveHub(join("one"), System::nanoTime, Runnable::run, SETTINGS.times());
      var hub = new LiveHub(join("two"), System::nanoTime, Runnable::run, SETTINGS.times());
      awaitListeners(database);
      var activation = run.activate(owner, 1).says("first");
      var woken = new Semaphore(0);
      var reader =
          new RunReader(
              run.id, run, hub, SETTINGS, new StreamThreads(threads, timer), Cursor.START);
      reader.start(woken::release, false);
      assertThat(next(reader, woken)).isEqualTo("first");

      long[] nanos = lags(activation, reader, woken);
      for (int more = 1; more < TRIES && late(nanos) >= SOON.toNanos(); more++) {
        nanos = lags(activation, reader, woken);
      }
      long published = System.nanoTime();
      activation.finishes();
      assertThat(next(reader, woken)).isEqualTo("RunFinish");
      long ended = System.nanoTime() - published;
      reader.close();
      timer.shutdownNow();

      report(nanos[WORDS / 2], late(nanos), ended);
      assertThat(Duration.ofNanos(late(nanos))).isLessThan(SOON);
      assertThat(Duration.ofNanos(nanos[WORDS - 1])).isLessThan(Duration.ofSeconds(5));
      end();
    }
  }

  /** The delay of each delta in nanoseconds, sorted. */
  private static long[] lags(RecordedRun.Activation activation, RunReader reader, Semaphore woken)
      throws InterruptedException {
    long[] nanos = new long[WORDS];
    for (int i = 0; i < WORDS; i++) {
      long published = System.nanoTime();
      activation.says("w" + i);
      assertThat(next(reader, woken)).isEqualTo("w" + i);
      nanos[i] = System.nanoTime() - published;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  /** One of a hundred deltas may take longer. */
  private static long late(long[] sorted) {
    return sorted[WORDS * 99 / 100];
  }

  private void end() throws InterruptedException {
    buses.forEach(EventBus::close);
    for (Thread duty : duties) {
      duty.join();
    }
  }

  /** Each run publishes its next delta when all readers have received the last one. */
  @Test
  void hundredsOfReadersReadTheRunsOfAnotherNode() throws Exception {
    try (Databases.Fresh database = unopened.open();
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var timer = Executors.newSingleThreadScheduledExecutor()) {
      var owner = new LiveHub(join("one"), System::nanoTime, threads, SETTINGS.times());
      var hub = new LiveHub(join("two"), System::nanoTime, threads, SETTINGS.times());
      awaitListeners(database);
      List<Listener> listeners =
          IntStream.range(0, MANY)
              .mapToObj(i -> new Listener(i, owner, hub, new StreamThreads(threads, timer)))
              .toList();
      long slowest = 0;
      for (int word = 0; word < ROUNDS; word++) {
        long published = System.nanoTime();
        for (Listener listener : listeners) {
          listener.activation.says("w" + word);
        }
        for (Listener listener : listeners) {
          assertThat(next(listener.reader, listener.woken)).isEqualTo("w" + word);
        }
        slowest = Math.max(slowest, System.nanoTime() - published);
      }
      listeners.forEach(listener -> listener.reader.close());
      timer.shutdownNow();
      System.getLogger(TailLagTest.class.getName())
          .log(
              Level.INFO,
              "a word of each of {0} runs of another node: {1} ms at the most",
              MANY,
              TimeUnit.NANOSECONDS.toMillis(slowest));
      assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(20));
      end();
    }
  }

  private static final class Listener {
    private final Semaphore woken = new Semaphore(0);
    private final RecordedRun.Activation activation;
    private final RunReader reader;

    private Listener(int number, LiveHub owner, LiveHub hub, StreamThreads threads) {
      var spoken = new RecordedRun(new RunId("r" + number), InstantSource.system());
      activation = spoken.activate(owner, 1);
      reader = new RunReader(spoken.id, spoken, hub, SETTINGS, threads, Cursor.START);
      reader.start(woken::release, false);
    }
  }

  private static void awaitListeners(Databases.Fresh database) {
    String listening =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state ="
            + " 'idle' AND query LIKE 'LISTEN%'";
    while (database.number(listening) < 2) {
      Thread.onSpinWait();
    }
  }

  private static void report(long median, long late, long ended) {
    System.getLogger(TailLagTest.class.getName())
        .log(
            Level.INFO,
            "words of another node: p50 {0} ms, p99 {1} ms; its end {2} ms",
            TimeUnit.NANOSECONDS.toMillis(median),
            TimeUnit.NANOSECONDS.toMillis(late),
            TimeUnit.NANOSECONDS.toMillis(ended));
  }

  private static String next(RunReader reader, Semaphore woken) throws InterruptedException {
    for (StreamItem item = reader.next(); ; item = reader.next()) {
      if (item != null) {
        return StreamTexts.of(item);
      }
      assertThat(woken.tryAcquire(60, TimeUnit.SECONDS)).as("something to read").isTrue();
    }
  }

  private EventBus join(String node) {
    var source = new PGSimpleDataSource();
    source.setUrl(unopened.url());
    var bus = new PostgresBus(source, node, Duration.ofMillis(15), System::nanoTime);
    buses.add(bus);
    bus.duties().forEach((name, duty) -> duties.add(Thread.ofPlatform().daemon().start(duty)));
    return bus;
  }

  private static StreamSettings withoutPolls() {
    var defaults = StreamSettings.DEFAULTS;
    var times = defaults.times();
    Duration never = Duration.ofHours(1);
    return new StreamSettings(
        defaults.perPrincipal(),
        defaults.perNode(),
        defaults.queueEvents(),
        defaults.queueBytes(),
        defaults.pageSegments(),
        new StreamSettings.Times(
            times.heartbeat(), times.writeDeadline(), times.maxAge(), never, never));
  }
}
