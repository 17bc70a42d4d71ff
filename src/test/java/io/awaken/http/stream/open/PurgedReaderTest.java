package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.http.stream.read.StreamTexts;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Old events are deleted under a reader, in a real database (failure F51). */
@Timeout(300)
@Failures("F51")
class PurgedReaderTest {
  private static final int COMMITS = 100;

  private final Databases.Fresh database = Databases.postgres();
  private final JpaStores stores =
      new JpaStores(
          database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS);
  private final EventLog log = stores.events();
  private final SettableClock clock = new SettableClock();
  private final LiveHub hub = Hubs.alone();
  private final ManualExecutor threads = new ManualExecutor();
  private final Streams streams =
      new Streams(
          hub,
          log,
          StreamSettings.DEFAULTS,
          new StreamThreads(threads, new ManualScheduler(clock)),
          clock);
  private final ScriptedThread thread =
      new ScriptedThread(stores.mailbox(), stores.runCommit(), hub, clock);

  @AfterEach
  void close() {
    stores.close();
    database.close();
  }

  @Test
  void aReaderOvertakenByThePurgeGetsAResyncAndEnds() {
    RunId run = published("r");
    var resumed = streams.resume(run, Cursor.START);
    StreamReader reader = resumed.taken();
    resumed.begin(() -> {});
    log.purge(Duration.ZERO, 60);

    List<String> texts = read(reader);

    // The rest of its first page is followed by a resync.
    assertThat(texts).startsWith("w0", "w1").hasSizeLessThan(COMMITS);
    assertThat(texts.getLast()).startsWith("resync:");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aReaderDuringAPurgeGetsEveryEventOrAResync() throws Exception {
    readBesideThePurge(5);
  }

  @Test
  @Nightly("twenty rounds")
  void aReaderDuringAPurgeGetsEveryEventOrAResyncInManyRounds() throws Exception {
    readBesideThePurge(20);
  }

  private void readBesideThePurge(int rounds) throws Exception {
    List<String> whole =
        new ArrayList<>(IntStream.range(0, COMMITS).mapToObj(i -> "w" + i).toList());
    whole.add("RunFinish");
    for (int round = 0; round < rounds; round++) {
      RunId run = published("r" + round);
      var resumed = streams.resume(run, Cursor.START);
      StreamReader reader = resumed.taken();
      List<String> texts = new ArrayList<>();
      try (var beside = Executors.newVirtualThreadPerTaskExecutor()) {
        var purge = beside.submit(this::purgeAll);
        resumed.begin(() -> {});
        texts.addAll(read(reader));
        purge.get();
      }

      assertThat(reader.finished()).isTrue();
      boolean resync = texts.getLast().startsWith("resync:");
      List<String> got = resync ? texts.subList(0, texts.size() - 1) : texts;
      assertThat(got).isEqualTo(whole.subList(0, got.size()));
      assertThat(resync).isEqualTo(got.size() < whole.size());
    }
  }

  private Void purgeAll() {
    while (log.purge(Duration.ZERO, 7).more()) {
      // One page at a time, like the duty.
    }
    return null;
  }

  /** A run of so many commits that ended long ago. */
  private RunId published(String name) {
    var speaking = thread.beginElsewhere(name);
    for (int i = 0; i < COMMITS; i++) {
      speaking.says("w" + i).commits();
    }
    speaking.finishes();
    database.execute("UPDATE awaken_run SET created_at = 1, finished_at = 1");
    return speaking.run();
  }

  private List<String> read(StreamReader reader) {
    threads.runAll();
    var texts = new ArrayList<String>();
    for (StreamItem item = reader.next(); item != null; item = reader.next()) {
      texts.add(StreamTexts.of(item));
      threads.runAll();
    }
    return texts;
  }
}
