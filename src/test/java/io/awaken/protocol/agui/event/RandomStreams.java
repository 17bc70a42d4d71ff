package io.awaken.protocol.agui.event;

import io.awaken.core.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;

/** Streams of random runs: one for each protocol run of the server's run. */
public final class RandomStreams {

  private RandomStreams() {}

  /** The output for clients of a random run. */
  public static List<String> of(long seed, Dialect dialect) {
    var run = new RandomRuntimeRun(seed);
    var streams = new ArrayList<String>();
    long start = 0;
    for (long end : ends(run)) {
      List<StreamEvent> events = run.events().subList(0, (int) end);
      streams.add(AguiReader.encoded(events, reading(events, start, dialect)));
      start = end;
    }
    return streams;
  }

  static List<Long> ends(RandomRuntimeRun run) {
    var ends = new ArrayList<>(run.pauses());
    ends.add((long) run.events().size());
    return ends;
  }

  static AguiEncoding.Reading reading(List<StreamEvent> events, long start, Dialect dialect) {
    FramePosition place =
        start == 0
            ? FramePosition.START
            : new FramePosition(events.get((int) start - 1).cursor(), 0);
    return AguiReader.reading(dialect, start, place);
  }
}
