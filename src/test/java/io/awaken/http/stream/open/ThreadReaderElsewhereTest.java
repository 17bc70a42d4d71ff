package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.run.Caller;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.UnreliableBus;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.http.stream.read.StreamTexts;
import io.awaken.store.memory.MemoryStores;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads a whole thread whose runs execute on another node; no time passes meanwhile. */
@Rows(175)
class ThreadReaderElsewhereTest {

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final ManualExecutor wire = new ManualExecutor();
  private final MemoryBus bus = new MemoryBus(wire);
  private final EventBus foreign = bus.join();
  private final UnreliableBus ofOwner = new UnreliableBus(bus.join());
  private final LiveHub owner = Hubs.on(ofOwner, this::nanos);
  private final LiveHub hub = Hubs.on(bus.join(), this::nanos);
  private final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"));
  private final CountingLog log = new CountingLog(stores.events());
  private final ScriptedThread thread =
      new ScriptedThread(stores.mailbox(), stores.runCommit(), owner, clock);
  private final Streams streams =
      new Streams(hub, log, StreamSettings.DEFAULTS, new StreamThreads(threads, timer), clock);

  private long nanos() {
    return Duration.ofMillis(clock.millis()).toNanos();
  }

  private StreamReader reader() {
    thread.begin("old").finishes();
    var resumed = streams.resume(thread.id, null, Caller.ANONYMOUS);
    var reader = resumed.taken();
    resumed.begin(() -> {});
    assertThat(drain(reader)).isEmpty();
    return reader;
  }

  private ScriptedThread.Speaking begin(String run) {
    owner.activity().changed(thread.id);
    return thread.begin(run);
  }

  /** The reader's items after all pending work. */
  private List<String> drain(StreamReader reader) {
    var texts = new ArrayList<String>();
    for (int quiet = 0; quiet < 3; quiet++) {
      wire.runAll();
      threads.runAll();
      for (var item = reader.next(); item != null; item = reader.next()) {
        texts.add(StreamTexts.of(item));
      }
    }
    return texts;
  }

  @Test
  void aRunStartedOnAnotherNodeIsReadFromItsFirstEvent() {
    StreamReader reader = reader();

    var run = begin("a");
    assertThat(drain(reader)).isEmpty();
    run.says("x");
    assertThat(drain(reader)).containsExactly("x");
    run.says("y").commits();
    assertThat(drain(reader)).containsExactly("y");
    run.finishes();
    assertThat(drain(reader)).containsExactly("RunFinish");
  }

  @Test
  void theNextRunOnAnotherNodeIsReadToo() {
    StreamReader reader = reader();
    var first = begin("a").says("x");
    assertThat(drain(reader)).containsExactly("x");
    first.finishes();
    owner.activity().changed(thread.id);
    assertThat(drain(reader)).containsExactly("RunFinish");

    begin("b").says("y");

    assertThat(drain(reader)).containsExactly("y");
  }

  @Test
  void aThreadWithoutReadersElsewhereIsNotPublished() {
    begin("a").says("x").finishes();
    owner.activity().changed(thread.id);

    wire.runAll();
    assertThat(ofOwner.publishedCount()).isZero();
  }

  @Test
  void publishingEndsSomeTimeAfterTheLastReaderLeft() {
    reader().close();
    clock.advance(Duration.ofMinutes(1));
    ofOwner.publishedCount();

    begin("a").finishes();

    wire.runAll();
    assertThat(ofOwner.publishedCount()).isZero();
  }

  @Test
  void anIdleReaderRenewsItsInterest() {
    StreamReader reader = reader();
    for (int i = 0; i < 12; i++) {
      timer.advance(Duration.ofSeconds(10));
      drain(reader);
    }

    begin("a").says("x");

    assertThat(drain(reader)).containsExactly("x");
  }

  @Test
  void aRemoteJobAndMissedHintsCauseAPoll() {
    StreamReader reader = reader();
    log.queries();

    foreign.publish(new Hint.Queued(thread.id, true));
    drain(reader);
    assertThat(log.queries()).isOne();
    foreign.publish(new Hint.Missed());
    drain(reader);
    assertThat(log.queries()).isOne();
  }
}
