package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A run, its log and its hub, and readers of it, without threads and without waiting. */
public abstract class RunReaderBed {
  public static final Duration POLL = Duration.ofSeconds(2);

  final SettableClock clock = new SettableClock();
  public final ManualScheduler timer = new ManualScheduler(clock);
  final ManualExecutor threads = new ManualExecutor();
  public LiveHub hub = Hubs.alone();
  public final RecordedRun run = new RecordedRun(clock);

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
        run.id, run, hub, StreamSettings.DEFAULTS, new StreamThreads(threads, timer), from);
  }

  List<String> read(StreamReader reader) {
    threads.runAll();
    var texts = new ArrayList<String>();
    for (StreamItem item = reader.next(); item != null; item = reader.next()) {
      texts.add(StreamTexts.of(item));
      threads.runAll();
    }
    return texts;
  }

  public static String[] words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i).toArray(String[]::new);
  }
}
