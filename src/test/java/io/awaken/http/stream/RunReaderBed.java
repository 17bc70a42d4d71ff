package io.awaken.http.stream;

import io.awaken.core.event.Cursor;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A run, its log and its hub, and readers of it, without threads and without waiting. */
abstract class RunReaderBed {
  static final Duration POLL = Duration.ofSeconds(2);

  final SettableClock clock = new SettableClock();
  final ManualScheduler timer = new ManualScheduler(clock);
  final ManualExecutor threads = new ManualExecutor();
  LiveHub hub = Hubs.alone();
  final RecordedRun run = new RecordedRun(clock);

  RunReader fresh() {
    RunReader reader = reader(Cursor.START);
    reader.start(() -> {}, true);
    return reader;
  }

  RunReader behind(long epoch, long sequence) {
    RunReader reader = reader(new Cursor(epoch, sequence));
    reader.start(() -> {}, false);
    return reader;
  }

  RunReader reader(Cursor from) {
    return new RunReader(
        new RunHistory(run.id, run),
        hub,
        StreamSettings.DEFAULTS,
        new StreamThreads(threads, timer),
        from);
  }

  List<String> read(RunReader reader) {
    threads.runAll();
    var texts = new ArrayList<String>();
    for (StreamItem item = reader.next(); item != null; item = reader.next()) {
      texts.add(StreamTexts.of(item));
      threads.runAll();
    }
    return texts;
  }

  static String[] words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i).toArray(String[]::new);
  }
}
