package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader gets events between its polls, however far these are apart. */
class LongPollTest {

  private static final StreamSettings SETTINGS = polledEvery(Duration.ofSeconds(20));
  private static final ThreadId T = new ThreadId("t");

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final MemoryBus bus = new MemoryBus(Runnable::run);
  private final LiveHub owner = hub(bus.join());
  private final LiveHub hub = hub(bus.join());
  private final RecordedRun run = new RecordedRun(clock);

  private LiveHub hub(EventBus joined) {
    return new LiveHub(
        joined, () -> Duration.ofMillis(clock.millis()).toNanos(), Runnable::run, SETTINGS.times());
  }

  private static StreamSettings polledEvery(Duration poll) {
    var defaults = StreamSettings.DEFAULTS;
    var times = defaults.times();
    return new StreamSettings(
        defaults.perPrincipal(),
        defaults.perNode(),
        defaults.queueEvents(),
        defaults.queueBytes(),
        defaults.pageSegments(),
        new StreamSettings.Times(
            times.heartbeat(), times.writeDeadline(), times.maxAge(), poll, times.firstPoll()));
  }

  private List<String> read(RunReader reader) {
    threads.runAll();
    var texts = new ArrayList<String>();
    for (StreamItem item = reader.next(); item != null; item = reader.next()) {
      texts.add(StreamTexts.of(item));
      threads.runAll();
    }
    return texts;
  }

  @Test
  void deltasOfAnotherNodeArriveWhenPublished() {
    var elsewhere = run.activate(owner, 1).says("a");
    var reader =
        new RunReader(run.id, run, hub, SETTINGS, new StreamThreads(threads, timer), Cursor.START);
    reader.start(() -> {}, false);
    assertThat(read(reader)).containsExactly("a");

    timer.advance(Duration.ofSeconds(19));
    elsewhere.says("b");

    assertThat(read(reader)).containsExactly("b");
  }

  @Test
  void aRunStartedOnAnotherNodeInAnIdleThreadIsReportedAtOnce() {
    var rung = new ArrayList<String>();
    hub.activity().subscribe(T, () -> rung.add("rung"));
    hub.activity().follow(T);

    timer.advance(Duration.ofSeconds(99));
    owner.activity().changed(T);

    assertThat(rung).containsExactly("rung");
  }

  @Test
  void aSilentReaderOfAThreadIsNotNotifiedForEver() {
    var rung = new ArrayList<String>();
    hub.activity().subscribe(T, () -> rung.add("rung"));
    hub.activity().follow(T);

    timer.advance(Duration.ofSeconds(401));
    owner.activity().changed(T);

    assertThat(rung).isEmpty();
  }
}
