package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.http.stream.read.RunReaderBed;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.http.stream.read.StreamTexts;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Rows({172, 175})
class ThreadReaderTest {

  private static final Caller ADA = new Caller("default", "ada", Set.of());
  private static final Caller BOB = new Caller("default", "bob", Set.of());

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"));
  private final CountingLog log = new CountingLog(stores.events());
  private final ScriptedThread thread =
      new ScriptedThread(stores.mailbox(), stores.runCommit(), hub, clock);
  private final Streams streams =
      new Streams(hub, log, StreamSettings.DEFAULTS, new StreamThreads(threads, timer), clock);

  private StreamReader reader(ThreadPosition from) {
    return reader(from, Caller.ANONYMOUS);
  }

  private StreamReader reader(ThreadPosition from, Caller caller) {
    var resumed = streams.resume(thread.id, from, caller);
    var reader = resumed.taken();
    resumed.begin(() -> {});
    return reader;
  }

  private List<StreamItem.OfThread> items(StreamReader reader) {
    threads.runAll();
    var items = new ArrayList<StreamItem.OfThread>();
    for (int quiet = 0; quiet < 2; quiet++) {
      for (var item = reader.next(); item != null; item = reader.next()) {
        items.add((StreamItem.OfThread) item);
      }
      threads.runAll();
    }
    return items;
  }

  private List<String> read(StreamReader reader) {
    return items(reader).stream()
        .map(item -> (item.run() == null ? "" : item.run() + ":") + StreamTexts.of(item))
        .toList();
  }

  @Test
  void withoutACursorAReaderGetsNewEventsOfAllRuns() {
    thread.begin("a").says("old").finishes();
    StreamReader reader = reader(null);
    assertThat(read(reader)).isEmpty();

    var second = thread.begin("b");
    streams.activity().signal(thread.id);
    assertThat(read(reader)).isEmpty();
    second.says("x");
    assertThat(read(reader)).containsExactly("b:x");
    second.commits().says("y").finishes();
    assertThat(read(reader)).containsExactly("b:y", "b:RunFinish");
    assertThat(reader.finished()).isFalse();

    var third = thread.begin("c");
    streams.activity().signal(thread.id);
    read(reader);
    third.says("z").finishes();
    assertThat(read(reader)).containsExactly("c:z", "c:RunFinish");
  }

  @Test
  void aReaderOfAnExecutingRunGetsItsTailWithOneQuery() {
    var run = thread.begin("a").says("x").commits().says("y");
    log.queries();

    StreamReader reader = reader(null);
    run.says("z");

    assertThat(read(reader)).containsExactly("a:y", "a:z");
    assertThat(log.queries()).isOne();
  }

  @Test
  @Failures("F38")
  void aReaderResumesExactlyWhereItStopped() {
    var first = thread.begin("a").says("1", "2").commits();
    var queued = thread.queue("q");
    first.says("3", "4");
    stores.runs().cancel(queued, Caller.ANONYMOUS);
    first.commits().finishes();
    var second = thread.begin("b").says("5", "6").commits().says("7", "8");

    List<StreamItem.OfThread> all = items(reader(ThreadPosition.START));
    List<String> texts = all.stream().map(StreamTexts::of).toList();
    assertThat(texts)
        .containsExactly(
            "1", "2", "RunStart", "RunFinish", "3", "4", "RunFinish", "5", "6", "7", "8");
    for (int i = 0; i < all.size(); i++) {
      log.queries();
      List<String> rest = items(reader(all.get(i).at())).stream().map(StreamTexts::of).toList();
      assertThat(rest).as("behind " + all.get(i)).isEqualTo(texts.subList(i + 1, texts.size()));
      assertThat(log.queries()).isOne();
    }
    second.finishes();
  }

  @Test
  void commitsOnAnotherNodeAreFoundByPolling() {
    thread.begin("a").finishes();
    StreamReader reader = reader(null);
    read(reader);
    thread.beginElsewhere("b").says("x").finishes();

    timer.advance(Duration.ofSeconds(10));

    assertThat(read(reader)).containsExactly("b:x", "b:RunFinish");
  }

  @Test
  void anIdleThreadIsPolledAtGrowingIntervals() {
    thread.begin("a").finishes();
    StreamReader reader = reader(null);
    read(reader);
    for (int i = 0; i < 100; i++) {
      streams.activity().signal(thread.id);
      threads.runAll();
    }
    for (int i = 0; i < 60; i++) {
      timer.advance(Duration.ofSeconds(1));
      threads.runAll();
    }
    log.queries();

    for (int i = 0; i < 60; i++) {
      timer.advance(Duration.ofSeconds(1));
      threads.runAll();
    }

    assertThat(log.queries()).isBetween(5, 7);
  }

  @Test
  void eventsThatWereNeverCommittedAreRevoked() {
    var lost = thread.begin("a").says("1").commits().says("x", "y");
    StreamReader reader = reader(null);
    var last = items(reader).getLast();
    assertThat(StreamTexts.of(last)).isEqualTo("y");
    reader.close();
    lost.leaves();
    clock.advance(Duration.ofSeconds(31));
    stores.mailbox().leases().reclaimExpired(10);
    thread.claimDue(1).says("2").finishes();

    assertThat(read(reader(last.at()))).containsExactly("a:reset:1-1", "a:2", "a:RunFinish");
  }

  @Test
  @Failures("F51")
  void aReaderOvertakenByThePurgeGetsAResyncAndEnds() {
    thread.begin("a").says("1").finishes();
    StreamReader reader = reader(null);
    read(reader);
    thread.begin("b").says("2").finishes();
    clock.advance(Duration.ofDays(8));
    stores.events().purge(Duration.ofDays(7), 100);

    timer.advance(Duration.ofSeconds(10));

    assertThat(read(reader)).containsExactly("resync:0-0");
    assertThat(reader.finished()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("successors")
  void aNewThreadWithADeletedThreadsIdIsNotFollowed(Caller successor) {
    thread.begin("a").says("1").finishes();
    StreamReader reader = reader(null);
    read(reader);
    stores.threads().delete(thread.id, Caller.ANONYMOUS, false);
    clock.advance(Duration.ofMillis(1));
    thread.as(successor).begin("b").says("2").commits();
    streams.activity().signal(thread.id);

    assertThat(read(reader)).isEmpty();
    assertThat(reader.finished()).isTrue();
  }

  static List<Caller> successors() {
    return List.of(ADA, Caller.ANONYMOUS);
  }

  @Test
  void anAnonymousCallerGetsNoEventsOfNamedCallersRuns() {
    thread.begin("a").says("1").finishes();
    thread.as(ADA).begin("b").says("2").finishes();
    var executing = thread.begin("c").says("3").commits();
    StreamReader anonymous = reader(ThreadPosition.START);
    StreamReader colleague = reader(ThreadPosition.START, BOB);

    assertThat(read(anonymous)).containsExactly("a:1", "a:RunFinish");
    assertThat(read(colleague)).containsExactly("a:1", "a:RunFinish", "b:2", "b:RunFinish", "c:3");

    executing.says("4").finishes();
    assertThat(read(colleague)).containsExactly("c:4", "c:RunFinish");
    assertThat(read(anonymous)).isEmpty();
    thread.as(Caller.ANONYMOUS).begin("d").says("5");
    streams.activity().signal(thread.id);
    assertThat(read(anonymous)).containsExactly("d:5");
  }

  @Test
  void aClosedReaderLeavesNothingBehind() {
    var run = thread.begin("a").says("x").commits();
    StreamReader reader = reader(null);
    run.says("y");
    read(reader);

    reader.close();

    assertThat(streams.activity().size()).isZero();
    run.finishes();
    assertThat(hub.size()).isZero();
    timer.advance(Duration.ofMinutes(1));
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void atADrainAReaderMustReconnectWithItsCursor() {
    var run = thread.begin("a").says("x").commits();
    StreamReader reader = reader(null);
    run.says("y");
    assertThat(read(reader)).containsExactly("a:y");

    reader.reconnect();

    List<StreamItem.OfThread> last = items(reader);
    assertThat(last).hasSize(1);
    assertThat(last.getFirst().item()).isInstanceOf(StreamItem.Reconnect.class);
    assertThat(reader.finished()).isTrue();
    run.says("z");
    assertThat(read(reader(last.getFirst().at()))).containsExactly("a:z");
  }

  @Test
  @Failures("F41")
  void signalledCommitsBringASlowReaderNoPageBeforeItsQueueIsShort() {
    thread.begin("old").finishes();
    StreamReader reader = reader(null);
    read(reader);
    log.queries();

    for (int i = 0; i < 40; i++) {
      thread.begin("r" + i).says(RunReaderBed.words(50)).finishes();
      streams.activity().signal(thread.id);
      threads.runAll();
      timer.advance(Duration.ofSeconds(2));
      threads.runAll();
    }

    assertThat(log.queries()).isLessThan(10);
    var texts = new ArrayList<String>();
    for (var more = read(reader); !more.isEmpty(); more = read(reader)) {
      texts.addAll(more);
    }
    assertThat(texts).hasSize(40 * 51).endsWith("r39:RunFinish");
  }
}
